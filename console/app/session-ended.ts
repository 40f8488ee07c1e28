/** Redirects to the sign-in page. After signing in, the user returns to the current view. */

const SIGN_IN = '/console/sign-in';

/** True while the user is signing out. During that time, requests that fail with a 401 must not redirect. */
let isEndedOnPurpose = false;

export function setEndedOnPurpose(isEnded: boolean): void {
  isEndedOnPurpose = isEnded;
}

/** Redirects to the sign-in page, unless the sign-in page is already open or the user is signing out. */
export function signInAgain(): void {
  if (isEndedOnPurpose || location.pathname === SIGN_IN) return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`${SIGN_IN}?return_to=${encodeURIComponent(here)}`);
}
