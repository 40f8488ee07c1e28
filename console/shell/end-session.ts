/** Ends the session in the console and, if there is one, at the identity provider. */
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { setEndedOnPurpose, signInAgain } from '../app/session-ended.ts';
import { commitWaiting } from '../app/undo.ts';

/** @throws ApiError when the service refuses. The page stays, unless the session had already ended */
export async function signOut(): Promise<void> {
  // Changes that can still be undone must be sent now.
  await commitWaiting();
  setEndedOnPurpose(true);
  try {
    await fetched(api.POST('/v1/session/sign-out'));
  } catch (error) {
    setEndedOnPurpose(false);
    if (error instanceof ApiError && error.status === 401) signInAgain();
    throw error;
  }
  leave();
}

/** Leaves the console after the session has ended. */
export function leave(): void {
  setEndedOnPurpose(true);
  sessionStorage.clear();
  // The identity provider ends its own session and redirects back.
  location.assign('/console/sign-out');
}
