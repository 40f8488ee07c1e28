/** Decides whether to send an autoresponse to an address. */
import { createHmac } from 'node:crypto';
import { withAsciiDomain } from '../core/text/email-address.ts';

/** Matches local parts of addresses that must not get automatic e-mails (RFC 3834, section 2). */
const MACHINES =
  /^(?:mailer-?daemon|postmaster|(?:no|donot|do-not)[-_.]?reply|bounces?|owner-.*|.*-(?:owner|request|bounces?))$/i;

/** The domain of the SES mailbox simulator. Operators use its `bounce@` address to test bounces. */
const SIMULATOR = 'simulator.amazonses.com';

/**
 * Returns true if an autoresponse may be sent to this address. Automated senders and the service's own
 * address never get one.
 */
export function acceptsAutoresponse(address: string, ownAddress: string): boolean {
  const mailbox = normalizedMailbox(address);
  const [local = '', domain = ''] = mailbox.split('@');
  const isMachine = MACHINES.test(local) && domain !== SIMULATOR;
  return !isMachine && mailbox !== normalizedMailbox(ownAddress);
}

/**
 * Returns a keyed digest that stands in for an address. All addresses of a mailbox have the same digest.
 */
export function addressDigest(key: string, address: string): string {
  const digest = createHmac('sha256', key)
    .update(`autoresponse\n${normalizedMailbox(address)}`)
    .digest('base64url');
  return digest.slice(0, 22);
}

/**
 * Gmail ignores dots in addresses on both of its domains (https://support.google.com/mail/answer/7436150).
 */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalizes an address so that all addresses of a mailbox become equal. Ignores case and anything after a
 * plus sign.
 */
function normalizedMailbox(address: string): string {
  const [written = '', domain = ''] = withAsciiDomain(address.trim()).toLowerCase().split('@');
  const local = written.replace(/(?<=.)\+.*$/, '');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
