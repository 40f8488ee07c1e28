/** Ends the session, here and, where there is an issuer, there. */
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { setEndedOnPurpose, signInAgain } from '../app/session-ended.ts';
import { commitWaiting } from '../app/undo.ts';

/** @throws ApiError when the service refuses; the page stays, unless the session had ended already */
export async function signOut(): Promise<void> {
  // What waits to be undone was meant to be done.
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
  // The issuer ends its own session, and leads back.
  location.assign('/console/sign-out');
}
