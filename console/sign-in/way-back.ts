/** Determines which console page to open after sign-in. */

const HOME = '/console';
/**
 * Matches the sign-in and sign-out pages, because a redirect to one of these pages after sign-in would cause
 * a loop.
 */
const STEPS = /^\/console\/(sign-in|sign-out|callback|key)$/;

/**
 * Returns the console page in `return_to`, or the start page if the parameter is missing or isn't a console
 * page.
 */
export function wayBack(query: string, origin: string): string {
  const wanted = new URLSearchParams(query).get('return_to') ?? HOME;
  if (!URL.canParse(wanted, origin)) return HOME;
  const url = new URL(wanted, origin);
  const isOfConsole = url.pathname === HOME || url.pathname.startsWith(`${HOME}/`);
  if (url.origin !== origin || !isOfConsole || STEPS.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
