/**
 * Rules of the lock that prevents an e-mail from being sent twice (`send-lock-store.ts` stores it,
 * `send-job-emails.ts` uses it). SES has no idempotency keys, so a function takes the e-mail's lock in one
 * conditional write before it sends. A message that arrives twice finds the lock.
 *
 * A function that dies between sending and recording leaves its lock behind, and nothing shows whether the
 * e-mail was sent. This is handled in two ways:
 * - E-mails to a form's owners: the lock expires, and the e-mail is sent again. Missing a submission is worse
 *   than being told about it twice.
 * - E-mails to a submitter, whose address anyone could have typed in: the lock never expires. The e-mail may
 *   not be sent at all.
 */
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import type { Email } from './email.ts';

/** Longer than the sending function's time limit. */
export const SEND_LOCK_LEASE = 2 * MINUTE;

/**
 * How long a sent e-mail is remembered. A job stays in its queue for up to 14 days, and in the dead-letter
 * queue for another 14. The rest covers submissions that are marked as spam and released again, which doesn't
 * send another e-mail.
 */
export const SENT_MEMORY = 45 * DAY;

/** Minimum interval between autoresponses of an account to the same mailbox. */
export const AUTORESPONSE_INTERVAL = HOUR;

export type SendLockResult =
  | { readonly state: 'acquired' }
  /** The e-mail was sent, or its only attempt was made. */
  | { readonly state: 'done' }
  /** Another owner holds the lock until this time (milliseconds since the epoch). */
  | { readonly state: 'busy'; readonly until: number };

/** Identifies an e-mail. */
export type EmailName = Pick<Email, 'scope' | 'id'>;

export interface SendLock {
  /**
   * Acquires the lock of an e-mail. Exact under races: only one caller gets `acquired`.
   * @param owner identifies this caller
   * @param until when the lock expires; undefined for never
   */
  acquire(email: EmailName, owner: string, now: number, until: number | undefined): Promise<SendLockResult>;
  /** Records that the mail service accepted the e-mail. */
  markSent(email: EmailName, owner: string, messageId: string, now: number): Promise<void>;
  /** Releases the lock of an e-mail that was definitely not sent. */
  release(email: EmailName, owner: string): Promise<void>;
}

/** The autoresponse to one submission. */
export interface AutoresponseSlot {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
  /** Digest of the recipient's mailbox. */
  readonly addressDigest: string;
}

/** Limits how often an account's forms answer one address, and how many autoresponses a form sends. */
export interface AutoresponseLimit {
  /**
   * Reserves the mailbox's one autoresponse per hour for this submission, and one of the form's daily
   * autoresponses (UTC). If a limit is reached, returns which one. Exact under races.
   */
  reserve(slot: AutoresponseSlot, now: number): Promise<'reserved' | 'address-and-hour' | 'form-and-day'>;
  /** Gives back the reservation of an autoresponse that was not sent. */
  giveBack(slot: AutoresponseSlot, now: number): Promise<void>;
}
