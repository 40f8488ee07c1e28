/**
 * Compares origins with a form's `allowed_origins`. An entry matches the same origin or, if written as
 * `https://*.example.org`, all subdomains of a domain (docs/specification.md, "Spam protection"). This file
 * has no imports, because the console uses it too.
 */

const WILDCARD = '*.';
const WILDCARD_REPLACEMENT = 'x.';

/**
 * Returns true if the string only consists of a scheme, host and port, as in the `Origin` header. Also
 * rejects characters that hosts never contain and that URL parsers escape in different ways.
 */
const isOrigin = (text: string): boolean =>
  !/[%*\s]/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Returns true if all DNS labels are valid: not empty and without special characters. */
const isPlainHost = (host: string): boolean => host.split('.').every((label) => /^[a-z0-9_-]+$/.test(label));

/**
 * Parses an `allowed_origins` entry into its scheme, host and port. Returns undefined if the entry is
 * malformed.
 */
function parsed(
  entry: string,
): { protocol: string; port: string; host: string; subdomains: boolean } | undefined {
  const isWild = entry.includes(`//${WILDCARD}`);
  // Replace the asterisk with a letter because not all browsers accept an asterisk in a host.
  const plain = isWild ? entry.replace(`//${WILDCARD}`, `//${WILDCARD_REPLACEMENT}`) : entry;
  if (!isOrigin(plain)) return undefined;
  const { protocol, port, hostname } = new URL(plain);
  if (!isWild) return { protocol, port, host: hostname, subdomains: false };
  const host = hostname.slice(WILDCARD_REPLACEMENT.length);
  // Reject a wildcard for a top-level domain (a single label), because its subdomains belong to different
  // owners.
  const isDomain = isPlainHost(host) && host.includes('.');
  return isDomain && /^https?:$/.test(protocol) ? { protocol, port, host, subdomains: true } : undefined;
}

/** Returns true if an `allowed_origins` entry is well formed. */
export const isOriginEntry = (text: string): boolean => parsed(text) !== undefined;

/**
 * Returns the host of an `allowed_origins` entry, without its wildcard. Returns undefined if the entry is
 * malformed.
 */
export const hostOfEntry = (text: string): string | undefined => parsed(text)?.host;

/**
 * Returns true if an `Origin` header matches the entry or, if the entry has a wildcard, one of its
 * subdomains. The scheme and port must be the same.
 */
export function matchesOrigin(entry: string, origin: string): boolean {
  const allowed = parsed(entry);
  if (!allowed?.subdomains) return entry === origin;
  if (!isOrigin(origin)) return false;
  const { protocol, port, hostname } = new URL(origin);
  return protocol === allowed.protocol && port === allowed.port && isSubdomain(hostname, allowed.host);
}

/** Returns true if a host name reported by Turnstile matches the entry. */
export function matchesHost(entry: string, hostname: string): boolean {
  const allowed = parsed(entry);
  if (!allowed) return false;
  return allowed.subdomains ? isSubdomain(hostname, allowed.host) : hostname === allowed.host;
}

/** Returns true for subdomains at any depth, but not for the domain itself. */
function isSubdomain(hostname: string, domain: string): boolean {
  return hostname.endsWith(`.${domain}`) && isPlainHost(hostname);
}
