/** What the audit log says about URLs and e-mail addresses, which are personal or may contain secrets. */
import { createHmac } from 'node:crypto';

/** Returns the host of a URL, in a list; none for null. */
export const auditedHost = (url: string | null): string[] => (url === null ? [] : [new URL(url).host]);

/**
 * Returns a digest of the address with its domain. The same address has the same digest within an account.
 * @param key the key of the account for digests
 */
export function auditedAddress(address: string, key: string): string {
  const digest = createHmac('sha256', key).update(`audit\n${address.toLowerCase()}`).digest('hex');
  return `${digest.slice(0, 16)}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}
