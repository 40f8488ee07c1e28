/**
 * Checks whether an app may register a redirect URI and whether the URI in a request is registered
 * (docs/specification.md, "Apps"; RFC 8252, sections 7.3 and 8.3; RFC 9700, section 2.1).
 */

export type RedirectUriCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const MAX_CHARACTERS = 2048;
/** Loopback hosts for apps on the user's machine, as serialized by `URL`. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
/** Matches spaces and all other characters except visible ASCII characters. */
const UNPRINTABLE = /[^\u0021-\u007e]/;
/** Matches percent-encoded control characters, which some servers decode in the `Location` header. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Checks a redirect URI that an app registers or a request contains. The URI must be in canonical form, so
 * that URIs can be compared as strings.
 */
export function checkRedirectUri(text: string): RedirectUriCheck {
  const reason = reasonAgainst(text);
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

function reasonAgainst(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `must be at most ${MAX_CHARACTERS} characters long`;
  if (UNPRINTABLE.test(text) || ENCODED_CONTROL.test(text))
    return 'must contain only printable ASCII characters; write other letters of a host in their "xn--" form';
  if (text.includes('\\')) return 'must not contain a backslash';
  if (text.includes('*')) return 'must not contain a wildcard, because URIs are compared exactly';
  if (text.includes('#')) return 'must not have a fragment';
  if (!URL.canParse(text)) return 'must be an absolute URL, for example https://example.com/callback';
  return reasonAgainstUrl(new URL(text), text);
}

function reasonAgainstUrl(url: URL, text: string): string | undefined {
  const isLoopback = LOOPBACK_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    return 'must use https, or http on 127.0.0.1, [::1] or localhost';
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'must not contain a user name or password';
  if (url.hostname.endsWith('.')) return 'must not have a host that ends with a dot';
  if (!url.hostname.startsWith('[') && !HOST_NAME.test(url.hostname)) return 'must have a valid host name';
  // Accept URLs without a path both with and without the final slash.
  if (text !== url.href && `${text}/` !== url.href) return `must be written as ${url.href}`;
  return undefined;
}

/** Returns the URL's authority (user name, password, host and port), exactly as written. */
const authorityOf = (text: string): string => /^[a-z]+:\/\/([^/?]*)/i.exec(text)?.[1] ?? '';

/**
 * Returns true if the app registered the requested URI. Compares the exact text, but ignores the port of
 * loopback URIs, because an app on the user's machine listens on any free port (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], requested: string): boolean {
  if (!checkRedirectUri(requested).ok) return false;
  return registered.some((each) => withoutLoopbackPort(each) === withoutLoopbackPort(requested));
}

/** Removes the port from an http URL with a loopback host. Returns any other string unchanged. */
function withoutLoopbackPort(text: string): string {
  const [, origin, rest] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(.*)$/.exec(text) ?? [];
  return origin === undefined ? text : `${origin}${rest ?? ''}`;
}
