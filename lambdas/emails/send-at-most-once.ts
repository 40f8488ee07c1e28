/** Sends e-mails to submitters: autoresponses and replies, each at most once. */
import type { SubmissionEmail } from '../submissions/email-log/email-record.ts';
import { EmailNotAccepted, type Email } from './email.ts';
import type { EmailDeps } from './send-at-least-once.ts';

interface Sending {
  readonly email: Email;
  /** The e-mail's record in the e-mail log. */
  readonly record: SubmissionEmail;
  /** Message to log if the e-mail will never be sent. */
  readonly abandoned: string;
  /**
   * Counts the e-mail towards its limits. Resolves to false if a limit is reached and the e-mail must not be
   * sent.
   */
  readonly reserve?: () => Promise<boolean>;
  /** Releases the reservation for an e-mail that was not sent. */
  readonly release?: () => Promise<void>;
}

/**
 * Sends an e-mail at most once, even after failures. If a function stops while it sends the e-mail, the
 * e-mail is never sent again.
 * @throws if the e-mail was definitely not sent, so that the job is retried
 */
export async function sendAtMostOnce(
  { email, record, abandoned, reserve, release }: Sending,
  { lock, log, newOwner, now, report, send }: EmailDeps,
): Promise<void> {
  const owner = newOwner();
  const acquired = await lock.acquire(email, owner, now(), undefined);
  if (acquired.state !== 'acquired') return;
  let isReserved = false;
  let messageId: string | undefined;
  try {
    isReserved = reserve === undefined || (await reserve());
    if (isReserved) ({ messageId } = await send(email));
  } catch (error) {
    const isCertainlyNotSent = !isReserved || error instanceof EmailNotAccepted;
    if (!isCertainlyNotSent || (error instanceof EmailNotAccepted && error.refused)) {
      // Don't throw an error, because the submitter entered the address, and an undeliverable address must
      // not trigger an alarm.
      report(abandoned, { email: email.id, error });
      // Don't change the status after other errors, because it's unknown whether the e-mail was sent. The
      // status stays `queued` until the mail service reports an event.
      if (error instanceof EmailNotAccepted) await log.giveUp(record, 'refused', now());
      return;
    }
    if (isReserved) await release?.();
    await lock.release(email, owner);
    throw error;
  }
  if (messageId === undefined) return;
  try {
    await log.markSent(record, messageId, now());
  } catch (error) {
    // The e-mail has been sent. Don't throw an error, because the job would be retried unnecessarily.
    report('Failed to record sent e-mail', { email: email.id, messageId, error });
  }
}
