/**
 * Which origins an entry of a form's `allowed_origins` stands for: itself, or with `https://*.example.org` all subdomains of a
 * domain (docs/specification.md, "Spam protection"). Without any import, as the console tries entries with it too.
 */

const WILDCARD = '*.';
const STAND_IN = 'x.';

/**
 * Browsers send an origin as scheme, host and port only, so an entry with anything more would never match. Parsers differ in what
 * they escape in a host; what would be escaped is in no host.
 */
const isOrigin = (text: string): boolean =>
  !/[%*\s]/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Whether every label is one that DNS has: none is empty, between dots or at the end, and none holds other marks. */
const isPlainHost = (host: string): boolean => host.split('.').every((label) => /^[a-z0-9_-]+$/.test(label));

/** The schemes, hosts and ports that an entry stands for, or undefined when it is not well formed. */
function parsed(
  entry: string,
): { protocol: string; port: string; host: string; subdomains: boolean } | undefined {
  const isWild = entry.includes(`//${WILDCARD}`);
  // Browsers write an asterisk in a host in their own ways, so a letter stands in for it.
  const plain = isWild ? entry.replace(`//${WILDCARD}`, `//${STAND_IN}`) : entry;
  if (!isOrigin(plain)) return undefined;
  const { protocol, port, hostname } = new URL(plain);
  if (!isWild) return { protocol, port, host: hostname, subdomains: false };
  const host = hostname.slice(STAND_IN.length);
  // A single label is a top-level domain, which belongs to everybody.
  const isDomain = isPlainHost(host) && host.includes('.');
  return isDomain && /^https?:$/.test(protocol) ? { protocol, port, host, subdomains: true } : undefined;
}

/** Whether the text is well formed as an entry. */
export const isOriginEntry = (text: string): boolean => parsed(text) !== undefined;

/** Whether an `Origin` header is this entry's, or that of one of its subdomains: same scheme, same port. */
export function matchesOrigin(entry: string, origin: string): boolean {
  const allowed = parsed(entry);
  if (!allowed?.subdomains) return entry === origin;
  if (!isOrigin(origin)) return false;
  const { protocol, port, hostname } = new URL(origin);
  return protocol === allowed.protocol && port === allowed.port && isSubdomain(hostname, allowed.host);
}

/** Whether a host name alone, as Turnstile tells it, is one of the entry's. */
export function matchesHost(entry: string, hostname: string): boolean {
  const allowed = parsed(entry);
  if (!allowed) return false;
  return allowed.subdomains ? isSubdomain(hostname, allowed.host) : hostname === allowed.host;
}

/** At any depth; the domain itself is none. */
function isSubdomain(hostname: string, domain: string): boolean {
  return hostname.endsWith(`.${domain}`) && isPlainHost(hostname);
}
