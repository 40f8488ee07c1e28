/** The cookie of a session, as browsers get and send it. */
import { SESSION_LIFETIME } from './session.ts';
import { SECOND } from '../../core/clock.ts';

/** The prefix makes browsers hold the cookie to this host, to https and to all paths (RFC 6265bis, section 4.1.3.2). */
const NAME = '__Host-svc-session';
/** On http, which only the local runner speaks, Safari drops a cookie with that prefix or with `Secure`. */
const PLAIN_NAME = 'svc-session';

const isPlain = (baseUrl: string): boolean => baseUrl.startsWith('http:');
const isSafari = (userAgent: string): boolean =>
  /\bSafari\//.test(userAgent) && !/\b(?:Chrome|Chromium|CriOS|FxiOS|Edg\w*)\//.test(userAgent);

/** What tells how the cookie is named. */
export interface CookieTarget {
  readonly baseUrl: string;
  readonly userAgent: string | undefined;
}

/** The `Set-Cookie` that gives a browser its session. It is sent with requests from the service's own pages only. */
export function sessionCookie(value: string, target: CookieTarget): string {
  return `${start(value, target)}; Max-Age=${SESSION_LIFETIME / SECOND}`;
}

/** The `Set-Cookie` that takes it away. */
export function endedSessionCookie(target: CookieTarget): string {
  return `${start('', target)}; Max-Age=0`;
}

function start(value: string, { baseUrl, userAgent = '' }: CookieTarget): string {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict';
  return isPlain(baseUrl) && isSafari(userAgent)
    ? `${PLAIN_NAME}=${value}; ${attributes}`
    : `${NAME}=${value}; Secure; ${attributes}`;
}

/** The session's value among the cookies of a request (`name=value`); undefined when there is none. */
export function sessionOfCookies(
  cookies: readonly string[] | undefined,
  baseUrl: string,
): string | undefined {
  const names = isPlain(baseUrl) ? [NAME, PLAIN_NAME] : [NAME];
  for (const name of names) {
    const found = cookies?.find((cookie) => cookie.startsWith(`${name}=`));
    if (found !== undefined) return found.slice(name.length + 1);
  }
  return undefined;
}
