/** Checks the URLs of OpenID Connect issuers. */

/**
 * The local machine, also from the browser's point of view: nobody else can read what is sent there
 * unencrypted.
 */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether the URL may belong to an issuer (OpenID Connect Discovery 1.0, section 3): https, without query and
 * fragment. Only an issuer on this machine may use http.
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || isInTheClear(text);
}

/** Whether the issuer uses http on this machine. */
export function isInTheClear(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}
