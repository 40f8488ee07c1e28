/** The cookie of a session, as browsers get and send it. */
import { SECOND } from '../../core/clock.ts';
import { hostCookies, setCookie, type CookieTarget } from './host-cookie.ts';
import { SESSION_LIFETIME } from './session.ts';

const NAME = 'svc-session';

/** The `Set-Cookie` that gives a browser its session. It is sent with requests from the service's own pages only. */
export function sessionCookie(value: string, target: CookieTarget): string {
  return setCookie(
    { name: NAME, value, maxAgeSeconds: SESSION_LIFETIME / SECOND, sameSite: 'Strict' },
    target,
  );
}

/** The `Set-Cookie` that takes it away. */
export function endedSessionCookie(target: CookieTarget): string {
  return setCookie({ name: NAME, value: '', maxAgeSeconds: 0, sameSite: 'Strict' }, target);
}

/** The session's value among the cookies of a request (`name=value`); undefined when there is none. */
export function sessionOfCookies(
  cookies: readonly string[] | undefined,
  baseUrl: string,
): string | undefined {
  return hostCookies(cookies, NAME, baseUrl).get(NAME);
}
