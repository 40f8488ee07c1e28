/**
 * Where an app may have people sent back to after they let it in: which addresses it may register, and whether an
 * address of a request is one of them (docs/specification.md, "Apps"; RFC 8252, sections 7.3 and 8.3; RFC 9700,
 * section 2.1).
 */

export type RedirectUriCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const MAX_CHARACTERS = 2048;
/** The hosts of apps that run on the person's own machine, as `URL` writes them. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
/** Everything that is no printable ASCII character, blanks included. */
const UNPRINTABLE = /[^\u0021-\u007e]/;
/** Control characters behind a percent sign, which some servers decode in the header that redirects. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Checks an address that an app wants to register, or that a request names. The text must be in the one form that all
 * programs read alike, so that a comparison of texts is one of addresses.
 */
export function checkRedirectUri(text: string): RedirectUriCheck {
  const reason = reasonAgainst(text);
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

function reasonAgainst(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `must not be longer than ${MAX_CHARACTERS} characters`;
  if (UNPRINTABLE.test(text) || ENCODED_CONTROL.test(text))
    return 'must hold printable ASCII characters only; write a host in other letters in its "xn--" form';
  if (text.includes('\\')) return 'must not hold a backslash';
  if (text.includes('*')) return 'must not hold a wildcard: it is compared as it is';
  if (text.includes('#')) return 'must not have a fragment';
  if (!URL.canParse(text)) return 'must be an absolute address';
  return reasonAgainstUrl(new URL(text), text);
}

function reasonAgainstUrl(url: URL, text: string): string | undefined {
  const isLoopback = LOOPBACK_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    return 'must use https, or http on 127.0.0.1, [::1] or localhost';
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'must not hold a user name or password';
  if (url.hostname.endsWith('.')) return 'must not have a dot at the end of its host';
  if (!url.hostname.startsWith('[') && !HOST_NAME.test(url.hostname)) return 'must have a valid host name';
  // The address of a bare host may leave out the slash of its path.
  if (text !== url.href && `${text}/` !== url.href) return `must be written as ${url.href}`;
  return undefined;
}

/** What stands between the scheme's slashes and the path or query. */
const authorityOf = (text: string): string => /^[a-z]+:\/\/([^/?]*)/i.exec(text)?.[1] ?? '';

/**
 * Whether the address of a request is one that the app registered: the same text, character by character. On the person's
 * own machine the port does not count, as an app there listens at whichever is free (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], requested: string): boolean {
  if (!checkRedirectUri(requested).ok) return false;
  return registered.some((each) => withoutLoopbackPort(each) === withoutLoopbackPort(requested));
}

/** The text without its port when it is an http address of the person's own machine, else as it is. */
function withoutLoopbackPort(text: string): string {
  const [, origin, rest] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(.*)$/.exec(text) ?? [];
  return origin === undefined ? text : `${origin}${rest ?? ''}`;
}
