/**
 * Masks e-mail addresses and URLs for the audit log. Addresses are personal data, and URLs can contain
 * secrets.
 */
import { createHmac } from 'node:crypto';

/** Returns a list with the URL's host, or an empty list for null. */
export const auditedHost = (url: string | null): string[] => (url === null ? [] : [new URL(url).host]);

/**
 * Returns the digest and the domain of an address. Within an account, the same address always has the same
 * digest.
 * @param key the account's key for address digests
 */
export function auditedAddress(address: string, key: string): string {
  const digest = createHmac('sha256', key).update(`audit\n${address.toLowerCase()}`).digest('hex');
  return `${digest.slice(0, 16)}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}
