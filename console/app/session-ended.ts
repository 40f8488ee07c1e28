/** Redirects to sign-in, and from there back to the current view. */

const SIGN_IN = '/console/sign-in';

/**
 * Whether the session is being ended on purpose. Requests that fail with 401 during that time must not
 * redirect.
 */
let isEndedOnPurpose = false;

export function setEndedOnPurpose(isEnded: boolean): void {
  isEndedOnPurpose = isEnded;
}

/** Redirects to sign-in, except on the sign-in page itself and during sign-out. */
export function signInAgain(): void {
  if (isEndedOnPurpose || location.pathname === SIGN_IN) return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`${SIGN_IN}?return_to=${encodeURIComponent(here)}`);
}
