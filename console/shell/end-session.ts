/** Ends the session, here and, where there is an issuer, there. */
import { api, fetched } from '../api/api-client.ts';
import { commitWaiting } from '../app/undo.ts';

/** @throws ApiError when the service refuses; the page stays */
export async function signOut(): Promise<void> {
  // What waits to be undone was meant to be done.
  await commitWaiting();
  await fetched(api.POST('/v1/session/sign-out'));
  leave();
}

/** Leaves the console after the session has ended. */
export function leave(): void {
  sessionStorage.clear();
  // The issuer ends its own session, and leads back.
  location.assign('/console/sign-out');
}
