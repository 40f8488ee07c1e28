/** Sets and reads the session cookie. */
import { SECOND } from '../../core/clock.ts';
import { hostCookies, setCookie, type CookieTarget } from './host-cookie.ts';
import { SESSION_LIFETIME } from './session.ts';

const NAME = 'svc-session';

/**
 * Returns the `Set-Cookie` header that sets the session cookie. Browsers only send the cookie with requests
 * from the service's own pages.
 */
export function sessionCookie(value: string, target: CookieTarget): string {
  return setCookie(
    { name: NAME, value, maxAgeSeconds: SESSION_LIFETIME / SECOND, sameSite: 'Strict' },
    target,
  );
}

/** Returns the `Set-Cookie` header that deletes the session cookie. */
export function endedSessionCookie(target: CookieTarget): string {
  return setCookie({ name: NAME, value: '', maxAgeSeconds: 0, sameSite: 'Strict' }, target);
}

/** Returns the session in the cookies of a request (`name=value`), or undefined if there is none. */
export function sessionOfCookies(
  cookies: readonly string[] | undefined,
  baseUrl: string,
): string | undefined {
  return hostCookies(cookies, NAME, baseUrl).get(NAME);
}
