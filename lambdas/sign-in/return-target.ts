/** Where a person comes to after signing in: a page of the console, or the question whether to let an app in. */
import * as z from 'zod';

/** Where the console begins. */
export const CONSOLE_PATH = '/console';
/** Where apps send people to be let in. */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** The addresses that signing in and out go through; coming back to one of them would go round in circles. */
const STEPS = [`${CONSOLE_PATH}/sign-in`, `${CONSOLE_PATH}/callback`, `${CONSOLE_PATH}/sign-out`];

/** Any host: what is left of it after resolving shows whether the path leads elsewhere. */
const ANY_ORIGIN = 'https://service.invalid';
const LONGEST = 1000;
/** The request of an app holds an address of the app's, and what the app wants to get back. */
const LONGEST_REQUEST = 2000;

/** A path of the service, with its query and fragment, as a browser resolves it. */
export const returnTarget = z
  .string()
  .max(LONGEST_REQUEST)
  .regex(/^\/(?:console(?:[/?#]|$)|oauth\/authorize\?)/)
  .transform((text, context): string => {
    const path = resolved(text);
    if (path !== undefined) return path;
    context.addIssue({ code: 'custom', message: 'Must be a page of the console' });
    return z.NEVER;
  });

function resolved(text: string): string | undefined {
  // Browsers read a backslash as a slash and leave control characters out.
  if (/[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ANY_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, ANY_ORIGIN);
  if (origin !== ANY_ORIGIN) return undefined;
  if (pathname === AUTHORIZE_PATH) return `${pathname}${search}${hash}`;
  const isInConsole = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`);
  if (!isInConsole || STEPS.includes(pathname) || text.length > LONGEST) return undefined;
  return `${pathname}${search}${hash}`;
}
