/** Leads to signing in, and from there back to where one was. */

const SIGN_IN = '/console/sign-in';

/** Leaves the page; never from the page of signing in itself. */
export function signInAgain(): void {
  if (location.pathname === SIGN_IN) return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`${SIGN_IN}?return_to=${encodeURIComponent(here)}`);
}
