/** E-mails, before they become the bytes that a mail service takes. */
import type { Mailbox } from './email-address.ts';

export interface Email {
  /** The same for the same e-mail, however often it is made: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  readonly form_id: string;
  readonly from: Mailbox;
  readonly to: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beyond those that every e-mail has. */
  readonly headers: Readonly<Record<string, string>>;
}

/** No machine answers these, and no person's absence notice does (RFC 3834; the last one is Exchange's). */
export const NOTIFICATION_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
} as const;

/** As above; `bulk` also quiets the programs that know neither of the others. */
export const ANSWER_HEADERS = {
  'Auto-Submitted': 'auto-replied',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
} as const;

/**
 * Hands an e-mail to the mail service.
 * @throws EmailNotAccepted when it certainly did not take it; after any other error it may have
 */
export type SendEmail = (email: Email) => Promise<{ messageId: string }>;

/** The mail service did not take an e-mail. Its message names no whole address: it is logged. */
export class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted' as const;
  /** Whether it is the e-mail that it does not want, rather than any e-mail at this time. */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/** The mail service may have taken an e-mail, or not. Logged as the above. */
export class EmailOutcomeUnknown extends Error {
  override readonly name = 'EmailOutcomeUnknown' as const;
}
