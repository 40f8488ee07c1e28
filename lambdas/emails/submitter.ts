/**
 * Finds the submitter's address in a form's fields and decides whether to send an autoresponse to this
 * address.
 */
import { createHmac } from 'node:crypto';
import { emailAddress, withAsciiDomain } from '../core/email-address.ts';
import type { Payload } from '../core/payload.ts';
import type { Submission } from '../submissions/submission.ts';

type PostedAddresses = Pick<Submission, 'payload' | 'notification'>;

/**
 * Names of fields that can contain the submitter's address, in order of preference. Case and separators such
 * as hyphens are ignored, so `E-Mail` matches `email`. Only whole names match, because `friend_email` is
 * someone else's address.
 */
const ADDRESS_FIELDS = ['replyto', 'email', 'emailaddress', 'youremail', 'mail'];

/** Returns the submitter's address: the first valid address in the most preferred field. */
export function submitterAddress(payload: Payload): string | undefined {
  const fields = Array.from(
    payload,
    ([name, value]) => [plain(name), withAsciiDomain(value.trim())] as const,
  );
  for (const wanted of ADDRESS_FIELDS) {
    for (const [name, value] of fields) {
      if (name === wanted && emailAddress.safeParse(value).success) return value;
    }
  }
  return undefined;
}

/**
 * Returns the reply-to address: the address in the reply-to field or, if there is none, the submitter's
 * address.
 */
export function replyAddress({ notification, payload }: PostedAddresses): string | undefined {
  return notification?.reply_to ?? submitterAddress(payload);
}

/**
 * Returns the recipient of the autoresponse: the submitter's address. Some forms put this address in the
 * reply-to field, which isn't stored in the submission.
 */
export function autoresponseAddress({ notification, payload }: PostedAddresses): string | undefined {
  return submitterAddress(payload) ?? notification?.reply_to;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Matches local parts of addresses that must not get automatic e-mails (RFC 3834, section 2). */
const MACHINES =
  /^(?:mailer-?daemon|postmaster|(?:no|donot|do-not)[-_.]?reply|bounces?|owner-.*|.*-(?:owner|request|bounces?))$/i;

/** The domain of the SES mailbox simulator. Operators use its `bounce@` address to test bounces. */
const SIMULATOR = 'simulator.amazonses.com';

/**
 * Returns true if an autoresponse may be sent to this address. Automated senders and the service itself never
 * get an autoresponse.
 */
export function acceptsAutoresponse(address: string, ownAddress: string): boolean {
  const mailbox = normalizedMailbox(address);
  const [local = '', domain = ''] = mailbox.split('@');
  const isMachine = MACHINES.test(local) && domain !== SIMULATOR;
  return !isMachine && mailbox !== normalizedMailbox(ownAddress);
}

/**
 * Returns a keyed digest of an address, for use where the address itself isn't needed. All addresses of a
 * mailbox have the same digest.
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
 * Normalizes an address, so that all addresses of a mailbox become equal. Ignores case and anything after a
 * plus sign.
 */
function normalizedMailbox(address: string): string {
  const [written = '', domain = ''] = withAsciiDomain(address.trim()).toLowerCase().split('@');
  const local = written.replace(/(?<=.)\+.*$/, '');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
