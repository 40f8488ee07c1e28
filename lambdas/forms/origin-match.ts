/**
 * Matches origins with a form's `allowed_origins`. An entry stands for itself, or with
 * `https://*.example.org` for all subdomains of a domain (docs/specification.md, "Spam protection"). It
 * imports nothing, because the console uses it too.
 */

const WILDCARD = '*.';
const WILDCARD_REPLACEMENT = 'x.';

/**
 * Browsers send an origin as scheme, host and port only, so a longer entry would never match. Parsers escape
 * different characters in hosts, and characters that need escaping never occur in hosts.
 */
const isOrigin = (text: string): boolean =>
  !/[%*\s]/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Checks that every label is valid in DNS: not empty, and without special characters. */
const isPlainHost = (host: string): boolean => host.split('.').every((label) => /^[a-z0-9_-]+$/.test(label));

/** Returns the scheme, host and port of an entry; undefined if it is not well formed. */
function parsed(
  entry: string,
): { protocol: string; port: string; host: string; subdomains: boolean } | undefined {
  const isWild = entry.includes(`//${WILDCARD}`);
  // Browsers treat an asterisk in a host differently, so we replace it with a letter.
  const plain = isWild ? entry.replace(`//${WILDCARD}`, `//${WILDCARD_REPLACEMENT}`) : entry;
  if (!isOrigin(plain)) return undefined;
  const { protocol, port, hostname } = new URL(plain);
  if (!isWild) return { protocol, port, host: hostname, subdomains: false };
  const host = hostname.slice(WILDCARD_REPLACEMENT.length);
  // A single label is a top-level domain, which no single owner controls.
  const isDomain = isPlainHost(host) && host.includes('.');
  return isDomain && /^https?:$/.test(protocol) ? { protocol, port, host, subdomains: true } : undefined;
}

/** Checks whether an entry is well formed. */
export const isOriginEntry = (text: string): boolean => parsed(text) !== undefined;

/**
 * Checks whether an `Origin` header matches the entry, or one of its subdomains if it has a wildcard: same
 * scheme, same port.
 */
export function matchesOrigin(entry: string, origin: string): boolean {
  const allowed = parsed(entry);
  if (!allowed?.subdomains) return entry === origin;
  if (!isOrigin(origin)) return false;
  const { protocol, port, hostname } = new URL(origin);
  return protocol === allowed.protocol && port === allowed.port && isSubdomain(hostname, allowed.host);
}

/** Checks whether a host name, as reported by Turnstile, matches the entry. */
export function matchesHost(entry: string, hostname: string): boolean {
  const allowed = parsed(entry);
  if (!allowed) return false;
  return allowed.subdomains ? isSubdomain(hostname, allowed.host) : hostname === allowed.host;
}

/** Matches subdomains at any depth, but not the domain itself. */
function isSubdomain(hostname: string, domain: string): boolean {
  return hostname.endsWith(`.${domain}`) && isPlainHost(hostname);
}
