/**
 * Defines the lock that prevents an e-mail from being sent twice (`send-lock-store.ts` stores it,
 * `send-job-emails.ts` uses it). SES has no idempotency keys, so before a function sends an e-mail, it
 * acquires the e-mail's lock in a single conditional write. If the queue delivers the job a second time, the
 * lock is already held.
 *
 * If a function stops before it records the result, its lock remains, and it is unknown whether the e-mail
 * was sent. What happens next depends on the e-mail:
 * - E-mails to a form's owners: the lock expires and the e-mail is sent again, because missing a submission
 *   is worse than being notified twice.
 * - E-mails to a submitter: the lock never expires, because anyone could have entered the address, and
 *   strangers must not get an e-mail twice. As a result, the e-mail might never be sent.
 */
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import type { Email } from './email.ts';

/** How long a send lock is held, in milliseconds. Must be longer than the sending function's timeout. */
export const SEND_LOCK_LEASE = 2 * MINUTE;

/**
 * How long the record of a sent e-mail is kept, in milliseconds. A job stays in its queue for up to 14 days
 * and in the dead-letter queue for another 14 days. The record must outlast both periods. Otherwise, marking
 * a submission as spam and releasing it again could trigger another e-mail.
 */
export const SENT_MEMORY = 45 * DAY;

/** Minimum interval between an account's autoresponses to the same mailbox, in milliseconds. */
export const AUTORESPONSE_INTERVAL = HOUR;

/** Prefix of the names of autoresponse counters. */
export const AUTORESPONSE_COUNTER = 'autoresponse#';

/** Returns the name of the counter that limits an account's autoresponses to a mailbox. */
export const autoresponseCounter = (accountId: string, mailboxDigest: string): string =>
  `${AUTORESPONSE_COUNTER}${accountId}#${mailboxDigest}`;

export type SendLockResult =
  | { readonly state: 'acquired' }
  /** The e-mail was sent, or was attempted once and must not be attempted again. */
  | { readonly state: 'done' }
  /** Another owner holds the lock until this time, in milliseconds since the epoch. */
  | { readonly state: 'busy'; readonly until: number };

export type EmailName = Pick<Email, 'scope' | 'id'>;

export interface SendLock {
  /**
   * Acquires the lock for an e-mail. Even with concurrent calls, only one caller gets `acquired`.
   * @param owner identifies this caller
   * @param until when the lock expires, in milliseconds since the epoch; undefined if it never expires
   */
  acquire(email: EmailName, owner: string, now: number, until: number | undefined): Promise<SendLockResult>;
  /** Records that the mail service accepted the e-mail. */
  markSent(email: EmailName, owner: string, messageId: string, now: number): Promise<void>;
  /** Releases the lock for an e-mail that was definitely not sent. */
  release(email: EmailName, owner: string): Promise<void>;
}

/** Identifies the autoresponse that a reservation is for. */
export interface AutoresponseSlot {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
  /** Digest of the recipient's mailbox. */
  readonly addressDigest: string;
}

/**
 * Limits how often an account sends autoresponses to the same address and how many autoresponses a form
 * sends.
 */
export interface AutoresponseLimit {
  /**
   * Reserves the autoresponse to this submission. There are two limits: one autoresponse per mailbox per
   * hour, and the form's maximum per UTC day. If a limit has been reached, returns the name of that limit.
   * Concurrent calls never exceed the limits.
   */
  reserve(slot: AutoresponseSlot, now: number): Promise<'reserved' | 'address-and-hour' | 'form-and-day'>;
  /** Releases the reservation for an autoresponse that was not sent. */
  release(slot: AutoresponseSlot, now: number): Promise<void>;
}
