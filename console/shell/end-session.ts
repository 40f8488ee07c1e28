/** Ends the session in the console and with the identity provider, if there is one. */
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { setEndedOnPurpose, signInAgain } from '../app/session-ended.ts';
import { commitWaiting } from '../app/undo.ts';

/**
 * Signs the user out and leaves the console.
 * @throws ApiError if the request fails. The page stays open unless the session has already ended.
 */
export async function signOut(): Promise<void> {
  // Ending this session makes later requests fail, so send pending changes first.
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
  // This URL redirects to the identity provider, which ends its own session and redirects back to the
  // console.
  location.assign('/console/sign-out');
}
