/** Leads to signing in, and from there back to where one was. */

const SIGN_IN = '/console/sign-in';

/** Whether the session is being ended on purpose: what is refused meanwhile, as it has ended, leads nowhere. */
let isEndedOnPurpose = false;

export function setEndedOnPurpose(isEnded: boolean): void {
  isEndedOnPurpose = isEnded;
}

/** Leaves the page; never from the page of signing in itself, nor while somebody signs out. */
export function signInAgain(): void {
  if (isEndedOnPurpose || location.pathname === SIGN_IN) return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`${SIGN_IN}?return_to=${encodeURIComponent(here)}`);
}
