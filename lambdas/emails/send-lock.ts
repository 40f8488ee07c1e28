/**
 * What keeps an e-mail from being sent twice. The mail service knows no idempotency key, so whoever is about to send
 * takes a claim first, in one conditional write; a message that comes twice finds the claim.
 *
 * Whoever dies between sending and saying so leaves a claim that nobody can judge. There are two kinds of e-mail:
 * - one to those who run the form: the claim runs out and the e-mail is sent again. A submission that nobody heard of
 *   is worse than one that is told twice.
 * - one to a stranger, whose address anybody may have typed in: the claim never runs out. It may be sent not at all.
 */
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import type { Email } from './email.ts';

/** Longer than the function that sends may run. */
export const SEND_LOCK_LEASE = 2 * MINUTE;

/**
 * How long it is remembered that an e-mail was sent. A job waits 14 days at most on its queue and 14 among the dead
 * letters; beyond them, a submission that is marked as spam and released again in these days is not told anew.
 */
export const SENT_MEMORY = 45 * DAY;

/** An automatic answer goes to one address of one form no more often than this. */
export const AUTORESPONSE_INTERVAL = HOUR;

/** Whose turn it is to send an e-mail. */
export type SendLockResult =
  | { readonly state: 'ours' }
  /** Nobody's any more: it was sent, or its one chance was taken. */
  | { readonly state: 'done' }
  /** Somebody else's until this time (milliseconds since the epoch). */
  | { readonly state: 'busy'; readonly until: number };

/** What tells an e-mail from all others. */
export type EmailName = Pick<Email, 'form_id' | 'id'>;

export interface SendLock {
  /**
   * Takes the sending of an e-mail on. Exact under races: one caller gets `ours`.
   * @param claimant tells this caller from all others
   * @param until when somebody else may take it on; undefined for never
   */
  claim(email: EmailName, claimant: string, now: number, until: number | undefined): Promise<SendLockResult>;
  /** The e-mail was taken by the mail service. */
  sent(email: EmailName, claimant: string, messageId: string, now: number): Promise<void>;
  /** It was certainly not: the next may try at once. */
  release(email: EmailName, claimant: string): Promise<void>;
}

/** Automatic answers to one address of one form. */
export interface AutoresponseLimit {
  /** Takes the address's one answer of an hour for this submission; false when it is taken. Exact under races. */
  take(form: { form_id: string }, addressDigest: string, submissionId: string, now: number): Promise<boolean>;
  /** That answer was not sent. */
  giveBack(form: { form_id: string }, addressDigest: string, submissionId: string): Promise<void>;
}
