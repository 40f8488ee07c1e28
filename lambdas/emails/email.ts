/** Defines e-mails before they are encoded, and the errors that can occur when they are sent. */
import type { Mailbox } from '../core/text/email-address.ts';

export interface Email {
  /**
   * Identifies the e-mail. The id stays the same when the e-mail is generated again. Contains only letters,
   * digits, `.`, `_` and `-`.
   */
  readonly id: string;
  /** The form or account that the e-mail is about. E-mail ids are unique within this scope. */
  readonly scope: string;
  /** Id of the recipient (`recipientIdOf`), if the e-mail is about a form. */
  readonly recipient_id?: string;
  readonly from: Mailbox;
  readonly to: string;
  /** Addresses shown in Cc, which don't receive this copy of the e-mail. */
  readonly cc?: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers, which not every e-mail has. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Headers that prevent automatic replies, such as out-of-office messages (RFC 3834). The last header is for
 * Microsoft Exchange.
 */
export const NOTIFICATION_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
} as const;

/**
 * Returns headers that let recipients unsubscribe with one click in their e-mail client (RFC 2369, RFC 8058).
 */
export function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } as const;
}

/** Headers of autoresponses. `Precedence` is for e-mail clients that don't support the other two headers. */
export const AUTORESPONSE_HEADERS = {
  'Auto-Submitted': 'auto-replied',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
} as const;

/**
 * Sends an e-mail through the mail service.
 * @throws EmailNotAccepted when the e-mail was definitely not accepted; after any other error, it might have
 *   been accepted
 */
export type SendEmail = (email: Email) => Promise<{ messageId: string }>;

/**
 * Thrown when the mail service did not accept an e-mail. The message is logged, so it must not contain full
 * addresses.
 */
export class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted' as const;
  /**
   * True if the mail service rejected this particular e-mail; false if it currently doesn't accept any
   * e-mails.
   */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/**
 * Thrown when it is unknown whether the mail service accepted an e-mail. The message is logged, so it must
 * not contain full addresses.
 */
export class EmailOutcomeUnknown extends Error {
  override readonly name = 'EmailOutcomeUnknown' as const;
}
