/**
 * Recognizes OAuth client ids that are URLs of a document with the app's metadata (OAuth Client ID Metadata
 * Documents). Apps with these ids don't need to be registered with the service.
 */

/** Maximum length of a client id. */
export const MAX_CLIENT_ID_LENGTH = 512;

/** Host of metadata documents on the developer's machine. Only local stages read such documents. */
const LOOPBACK = '127.0.0.1';

/**
 * Returns true if the client id is a URL of a metadata document: an https URL with a public host name and a
 * path, or an http URL on 127.0.0.1. The URL must be in canonical form (without dot segments, for example), so
 * that it can be compared as a string. User names and fragments aren't allowed. An https URL can't contain a
 * port or an IP address.
 */
export function isClientDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_CLIENT_ID_LENGTH || !/^https?:\/\/[\u0021-\u007e]+$/.test(clientId)) return false;
  if (/[#\\@]/.test(clientId) || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || url.pathname === '/') return false;
  return url.protocol === 'http:' ? url.hostname === LOOPBACK : url.port === '' && isName(url.hostname);
}

/** Returns true if the client id is a URL of a document on the developer's machine. */
export const isLoopbackDocument = (clientId: string): boolean => clientId.startsWith(`http://${LOOPBACK}`);

/** Returns true if the host is a name with a top-level domain, not an IP address or the local machine. */
const isName = (host: string): boolean =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(host) &&
  !/(?:^|\.)localhost$/.test(host);
