/** Sets and reads cookies that browsers send only to this host. */

/**
 * Cookie name prefix that makes browsers restrict a cookie to this host, to HTTPS and to the path `/` (RFC
 * 6265bis, section 4.1.3.2).
 */
const PREFIX = '__Host-';

/** Settings that determine a cookie's name. */
export interface CookieTarget {
  readonly baseUrl: string;
  readonly userAgent: string | undefined;
}

export interface HostCookie {
  /** Cookie name without the prefix. */
  readonly name: string;
  /** Must consist of letters, digits and `._-`. */
  readonly value: string;
  /** Set to 0 to delete the cookie. */
  readonly maxAgeSeconds: number;
  /**
   * With `Strict`, browsers send the cookie only with requests from the service's own pages. With `Lax`, they
   * also send it when the user follows a link from another site.
   */
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * Returns a `Set-Cookie` header for a cookie that scripts can't read. On the local runner, cookies have
 * neither the `__Host-` prefix nor `Secure`, because Safari rejects both over HTTP.
 */
export function setCookie(cookie: HostCookie, { baseUrl, userAgent = '' }: CookieTarget): string {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`;
  return isInTheClear(baseUrl) && isSafari(userAgent)
    ? `${name}=${value}; ${attributes}`
    : `${PREFIX}${name}=${value}; Secure; ${attributes}`;
}

/**
 * Returns the request's cookies (`name=value`) that have this prefix, keyed by name without the `__Host-`
 * prefix. Over HTTPS, cookies without the prefix are ignored, because sibling domains can set them.
 */
export function hostCookies(
  cookies: readonly string[] | undefined,
  start: string,
  baseUrl: string,
): ReadonlyMap<string, string> {
  const prefixes = isInTheClear(baseUrl) ? ['', PREFIX] : [PREFIX];
  const found = new Map<string, string>();
  for (const prefix of prefixes) {
    for (const cookie of cookies ?? []) {
      const [name = ''] = cookie.split('=', 1);
      if (name.startsWith(`${prefix}${start}`))
        found.set(name.slice(prefix.length), cookie.slice(name.length + 1));
    }
  }
  return found;
}

const isInTheClear = (baseUrl: string): boolean => baseUrl.startsWith('http:');
const isSafari = (userAgent: string): boolean =>
  /\bSafari\//.test(userAgent) && !/(?:Chrome|Chromium|CriOS|FxiOS|Edg\w*)\//.test(userAgent);
