/** Addresses of OpenID Connect issuers. */

/** This machine alone, as a browser sees it too: what is sent there in the clear is read by nobody else. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether the address may be that of an issuer (OpenID Connect Discovery 1.0, section 3): https, without query and
 * fragment. Only one on this machine may be http.
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || isInTheClear(text);
}

/** Whether the issuer is an http one on this machine. */
export function isInTheClear(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}
