/** Masks URLs and e-mail addresses for the audit log, because they are personal data or may contain secrets. */
import { createHmac } from 'node:crypto';

/** Returns a list with the URL's host, or an empty list for null. */
export const auditedHost = (url: string | null): string[] => (url === null ? [] : [new URL(url).host]);

/**
 * Returns a digest of the address with its domain. The same address has the same digest within an account.
 * @param key the account's key for address digests
 */
export function auditedAddress(address: string, key: string): string {
  const digest = createHmac('sha256', key).update(`audit\n${address.toLowerCase()}`).digest('hex');
  return `${digest.slice(0, 16)}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}
