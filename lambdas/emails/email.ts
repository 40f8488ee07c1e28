/** E-mails before they are encoded, and the errors of sending one. */
import type { Mailbox } from '../core/email-address.ts';

export interface Email {
  /** The same whenever the same e-mail is written again. Contains only letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** The form or account that the e-mail is about. Ids are unique within it. */
  readonly scope: string;
  /** Id of the recipient if the e-mail is about a form (`recipientIdOf`). */
  readonly recipient_id?: string;
  readonly from: Mailbox;
  readonly to: string;
  /** Addresses shown in Cc. The e-mail is not sent to them. */
  readonly cc?: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers in addition to those of every e-mail. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Prevent automatic replies, such as out-of-office messages (RFC 3834; the last one is for Exchange). */
export const NOTIFICATION_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
} as const;

/** Let mail programs unsubscribe a recipient with one click (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } as const;
}

/** Headers of autoresponses. `bulk` is for mail programs that don't know the other two. */
export const AUTORESPONSE_HEADERS = {
  'Auto-Submitted': 'auto-replied',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
} as const;

/**
 * Hands an e-mail to the mail service.
 * @throws EmailNotAccepted when it was definitely not accepted; after any other error it may have been
 */
export type SendEmail = (email: Email) => Promise<{ messageId: string }>;

/** The mail service did not accept an e-mail. The message contains no full address because it is logged. */
export class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted' as const;
  /** True if the mail service rejects this e-mail; false if it currently accepts none. */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/** The mail service may or may not have accepted an e-mail. The message contains no full address either. */
export class EmailOutcomeUnknown extends Error {
  override readonly name = 'EmailOutcomeUnknown' as const;
}
