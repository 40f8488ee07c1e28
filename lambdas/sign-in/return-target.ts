/**
 * Checks the URL that users return to after they sign in: a console page, or the page that asks them to
 * authorize an app.
 */
import * as z from 'zod';

/** URL path of the console. */
export const CONSOLE_PATH = '/console';
/** URL path that apps redirect users to for authorization. */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** Paths for signing in and out. Returning to one of them would cause a loop. */
const STEPS = [`${CONSOLE_PATH}/sign-in`, `${CONSOLE_PATH}/callback`, `${CONSOLE_PATH}/sign-out`];

/**
 * A placeholder origin. If a path resolved against it has a different origin, the path points to another
 * site.
 */
const ANY_ORIGIN = 'https://service.invalid';
const MAX_LENGTH = 1000;
const NOT_A_PAGE = 'must be a page of the console, for example /console/forms';
/**
 * Maximum length of a path to the authorization page. Its query contains the app's redirect URI and `state`.
 */
export const MAX_REQUEST_LENGTH = 2000;

/** A path on the service with its query and fragment, resolved as in a browser. */
export const returnTarget = z
  .string()
  .max(MAX_REQUEST_LENGTH)
  .regex(/^\/(?:console(?:[/?#]|$)|oauth\/authorize\?)/, NOT_A_PAGE)
  .transform((text, context): string => {
    const path = resolved(text);
    if (path !== undefined) return path;
    context.addIssue({ code: 'custom', message: NOT_A_PAGE });
    return z.NEVER;
  });

function resolved(text: string): string | undefined {
  // Reject backslashes, which browsers treat as slashes, and control characters, which browsers ignore.
  if (/[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ANY_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, ANY_ORIGIN);
  if (origin !== ANY_ORIGIN) return undefined;
  if (pathname === AUTHORIZE_PATH) return `${pathname}${search}${hash}`;
  const isInConsole = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`);
  if (!isInConsole || STEPS.includes(pathname) || text.length > MAX_LENGTH) return undefined;
  return `${pathname}${search}${hash}`;
}
