/** Determines which settings a form update changed, for the audit log. */
import type { ChangedMember } from '../core/audit-row.ts';
import { auditedAddress, auditedHost } from '../core/audited-value.ts';
import type { Form, FormPatch } from './form.ts';

/**
 * Returns the settings that a request changed. For addresses and the redirect URL, also returns the old and
 * new values in the audit log's format.
 * @param key the account's key for hashing addresses
 */
export function changedMembers(before: Form, after: Form, sent: FormPatch, key: string): ChangedMember[] {
  const names = Object.keys(sent) as (keyof FormPatch)[];
  const addresses = (of: Form): string[] => of.notify_emails.map((address) => auditedAddress(address, key));
  const isChanged = (name: keyof FormPatch): boolean =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]) ||
    (name === 'challenge' && before.challenge_secret !== after.challenge_secret) ||
    (name === 'notify_emails' &&
      JSON.stringify(before.recipient_filters) !== JSON.stringify(after.recipient_filters));
  return names.filter(isChanged).map((member) => {
    if (member === 'notify_emails') {
      const [from, to] = [addresses(before), addresses(after)];
      return String(from) === String(to) ? { member } : { member, from, to };
    }
    if (member === 'redirect_url')
      return { member, from: auditedHost(before.redirect_url), to: auditedHost(after.redirect_url) };
    return { member };
  });
}
