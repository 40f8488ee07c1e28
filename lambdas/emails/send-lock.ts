/**
 * The lock that keeps an e-mail from being sent twice: its rules (`send-lock-store.ts` writes it, `send-job-emails.ts` uses it). SES knows no idempotency key, so a function takes the e-mail's
 * lock in one conditional write before it sends; a message that comes twice finds the lock.
 *
 * A function that dies between sending and recording that it sent leaves its lock behind, and nothing shows whether the
 * e-mail was sent. There are two kinds of e-mail:
 * - to the owners of a form: the lock expires and the e-mail is sent again. A submission that they never hear of is worse
 *   than one that they are told of twice.
 * - to a submitter, whose address anybody may have typed in: the lock never expires. The e-mail may not be sent at all.
 */
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import type { Email } from './email.ts';

/** Longer than the function that sends may run. */
export const SEND_LOCK_LEASE = 2 * MINUTE;

/**
 * How long it is remembered that an e-mail was sent. A job waits 14 days at most in its queue and 14 in the dead-letter
 * queue; the rest is for a submission that is marked as spam and released again, which does not send another e-mail.
 */
export const SENT_MEMORY = 45 * DAY;

/** An autoresponse of an account goes to one mailbox no more often than this. */
export const AUTORESPONSE_INTERVAL = HOUR;

export type SendLockResult =
  | { readonly state: 'acquired' }
  /** The e-mail was sent, or its only attempt was made. */
  | { readonly state: 'done' }
  /** Another owner has it until this time (milliseconds since the epoch). */
  | { readonly state: 'busy'; readonly until: number };

/** What identifies an e-mail. */
export type EmailName = Pick<Email, 'scope' | 'id'>;

export interface SendLock {
  /**
   * Takes the lock of an e-mail. Exact under races: one caller gets `acquired`.
   * @param owner identifies this caller
   * @param until when the lock expires; undefined for never
   */
  acquire(email: EmailName, owner: string, now: number, until: number | undefined): Promise<SendLockResult>;
  /** Records that the mail service accepted the e-mail. */
  markSent(email: EmailName, owner: string, messageId: string, now: number): Promise<void>;
  /** Gives the lock back of an e-mail that was certainly not sent. */
  release(email: EmailName, owner: string): Promise<void>;
}

/** The autoresponse to one submission. */
export interface AutoresponseSlot {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
  /** Of the mailbox that it goes to. */
  readonly addressDigest: string;
}

/** How often an account's forms answer one address, and how often a form answers at all. */
export interface AutoresponseLimit {
  /**
   * Reserves the mailbox's one autoresponse of an hour for this submission, and one of its form's of the day (UTC); says
   * which of the limits is reached when one is. Exact under races.
   */
  reserve(slot: AutoresponseSlot, now: number): Promise<'reserved' | 'address-and-hour' | 'form-and-day'>;
  /** Gives back the reservation of an autoresponse that was not sent. */
  giveBack(slot: AutoresponseSlot, now: number): Promise<void>;
}
