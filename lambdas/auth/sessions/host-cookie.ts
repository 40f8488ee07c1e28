/** Cookies of this host alone, as browsers get and send them. */

/** The prefix makes browsers hold a cookie to this host, to https and to all paths (RFC 6265bis, section 4.1.3.2). */
const PREFIX = '__Host-';

/** What tells how a cookie is named. */
export interface CookieTarget {
  readonly baseUrl: string;
  readonly userAgent: string | undefined;
}

export interface HostCookie {
  /** Without the prefix. */
  readonly name: string;
  /** Letters, digits and `._-` only. */
  readonly value: string;
  /** 0 takes the cookie away. */
  readonly maxAgeSeconds: number;
  /** `Strict`: sent with requests of the service's own pages only; `Lax`: also when another site leads here. */
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * The `Set-Cookie` of a cookie that scripts cannot read. On http, which only the local runner speaks, Safari drops a
 * cookie with the prefix or with `Secure`: there it gets a plain one.
 */
export function setCookie(cookie: HostCookie, { baseUrl, userAgent = '' }: CookieTarget): string {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`;
  return isInTheClear(baseUrl) && isSafari(userAgent)
    ? `${name}=${value}; ${attributes}`
    : `${PREFIX}${name}=${value}; Secure; ${attributes}`;
}

/**
 * The cookies of a request (`name=value`) whose name starts with this, by their name without the prefix. On https only
 * those with the prefix count, because a neighbouring host can set the others.
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
