/** Where signing in leads to. */

const HOME = '/console';
/** Coming back to one of these would go round in circles. */
const STEPS = /^\/console\/(sign-in|sign-out|callback|key)$/;

/** The console's page that `return_to` names; its first one when that is missing or leads elsewhere. */
export function wayBack(query: string, origin: string): string {
  const wanted = new URLSearchParams(query).get('return_to') ?? HOME;
  if (!URL.canParse(wanted, origin)) return HOME;
  const url = new URL(wanted, origin);
  const isOfConsole = url.pathname === HOME || url.pathname.startsWith(`${HOME}/`);
  if (url.origin !== origin || !isOfConsole || STEPS.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
