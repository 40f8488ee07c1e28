/** The submitter of a form: the address in its fields, and whether an autoresponse may go there. */
import { createHmac } from 'node:crypto';
import { emailAddress, withAsciiDomain } from '../core/email-address.ts';
import type { Payload } from '../core/payload.ts';
import type { Submission } from '../submissions/submission.ts';

type PostedAddresses = Pick<Submission, 'payload' | 'notification'>;

/**
 * Names of fields that ask for the submitter's address, the surest first; case, hyphens and the like do not count, so
 * `E-Mail` is `email`. Only whole names: `friend_email` is another person's.
 */
const ADDRESS_FIELDS = ['replyto', 'email', 'emailaddress', 'youremail', 'mail'];

/** The submitter's address: of the surest field that holds a valid one, the first posted. */
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

/** Where replies go: the address that the post names for them, else the submitter's. */
export function replyAddress({ notification, payload }: PostedAddresses): string | undefined {
  return notification?.reply_to ?? submitterAddress(payload);
}

/**
 * Where the autoresponse goes: to the submitter's address. Some pages ask for it in the field for the address of replies,
 * which is no part of the submission then.
 */
export function autoresponseAddress({ notification, payload }: PostedAddresses): string | undefined {
  return submitterAddress(payload) ?? notification?.reply_to;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Local parts that an automatic e-mail must not go to (RFC 3834, section 2). */
const MACHINES =
  /^(?:mailer-?daemon|postmaster|(?:no|donot|do-not)[-_.]?reply|bounces?|owner-.*|.*-(?:owner|request|bounces?))$/i;

/** Whether an autoresponse may go to this address: not to another machine, and not to the service itself. */
export function mayBeAnswered(address: string, ownAddress: string): boolean {
  const mailbox = mailboxBehind(address);
  const [local = ''] = mailbox.split('@');
  return !MACHINES.test(local) && mailbox !== mailboxBehind(ownAddress);
}

/** A keyed digest, for where the address need not be known. Addresses of one mailbox have the same. */
export function addressDigest(key: string, address: string): string {
  const digest = createHmac('sha256', key)
    .update(`autoresponse\n${mailboxBehind(address)}`)
    .digest('base64url');
  return digest.slice(0, 22);
}

/** Gmail knows dots for nothing (https://support.google.com/mail/answer/7436150), under both of its names. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The same for all addresses of a mailbox: case does not matter, nor what comes after a plus sign. */
function mailboxBehind(address: string): string {
  const [written = '', domain = ''] = withAsciiDomain(address.trim()).toLowerCase().split('@');
  const local = written.replace(/(?<=.)\+.*$/, '');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
