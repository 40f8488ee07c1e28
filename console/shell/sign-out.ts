/** Ends the session, here and, where there is an issuer, there. */
import { ApiError } from '../api/api-error.ts';
import { commitWaiting } from '../app/undo.ts';

/** @throws ApiError when the service refuses; the page stays */
export async function signOut(): Promise<void> {
  // What waits to be undone was meant to be done.
  await commitWaiting();
  const response = await fetch('/v1/session/sign-out', { method: 'POST', credentials: 'same-origin' });
  if (!response.ok && response.status !== 401)
    throw new ApiError(response, await response.json().catch(() => ({})));
  sessionStorage.clear();
  location.assign('/console/sign-in');
}
