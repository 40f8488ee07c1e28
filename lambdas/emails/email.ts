/** E-mails, before they become bytes, and what can fail when one is sent. */
import type { Mailbox } from '../core/email-address.ts';

export interface Email {
  /** The same whenever the same e-mail is written again: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** The form, or the account, that it is about: ids are unique in it. */
  readonly scope: string;
  /** Of whom it goes to, where it is about a form (`recipientIdOf`). */
  readonly recipient_id?: string;
  readonly from: Mailbox;
  readonly to: string;
  /** Addresses that its recipient sees as further readers; it is sent to none of them. */
  readonly cc?: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beyond those that every e-mail has. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Keep other machines and absence notices from replying (RFC 3834; the last one is Exchange's). */
export const NOTIFICATION_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
} as const;

/** How mail programs let a recipient unsubscribe, with one click (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } as const;
}

/** Those of notifications; `bulk` is for programs that know neither of the others. */
export const AUTORESPONSE_HEADERS = {
  'Auto-Submitted': 'auto-replied',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
} as const;

/**
 * Hands an e-mail to the mail service.
 * @throws EmailNotAccepted when it certainly did not accept it; after any other error it may have
 */
export type SendEmail = (email: Email) => Promise<{ messageId: string }>;

/** The mail service did not accept an e-mail. The message names no whole address, as it is logged. */
export class EmailNotAccepted extends Error {
  override readonly name = 'EmailNotAccepted' as const;
  /** True when it refuses this e-mail; false when it accepts none at this time. */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/** The mail service may have accepted an e-mail, or not. The message names no whole address either. */
export class EmailOutcomeUnknown extends Error {
  override readonly name = 'EmailOutcomeUnknown' as const;
}
