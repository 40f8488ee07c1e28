/** Checks the URLs of OpenID Connect issuers. */

/**
 * Host names that both browsers and servers resolve to the local machine. Requests to these hosts are safe
 * without encryption.
 */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns true if the URL can be an issuer (OpenID Connect Discovery 1.0, section 3): https, without a query
 * or fragment. Only issuers on the local machine may use http.
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || isInTheClear(text);
}

/** Returns true if the issuer uses http on the local machine. */
export function isInTheClear(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}
