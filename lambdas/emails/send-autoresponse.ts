/** Sends an autoresponse to a submission at most once, within the limits per address and form. */
import type { EmailAccount } from '../accounts/account.ts';
import type { EmailForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { autoresponseEmail } from './autoresponse.ts';
import { EmailNotAccepted } from './email.ts';
import { autoresponseRecord, type SkipReason } from '../submissions/email-log/email-record.ts';
import { suppressionReason } from '../forms/recipients/recipient.ts';
import type { EmailDeps } from './send-at-least-once.ts';
import { addressDigest, acceptsAutoresponse, autoresponseAddress } from './submitter.ts';

/** Sends an autoresponse at most once, even after failures. */
export async function sendAutoresponse(
  submission: Submission,
  { form, account }: { form: EmailForm; account: EmailAccount },
  deps: EmailDeps,
): Promise<void> {
  const { autoresponder } = form;
  const to = autoresponseAddress(submission);
  if (!autoresponder?.enabled || to === undefined) return;
  const record = autoresponseRecord(submission, to, deps.now());
  const skip = (reason: SkipReason): Promise<void> => deps.log.skip(record, reason, deps.now());
  if (!acceptsAutoresponse(to, deps.sender.address)) return skip('automated-address');
  const block = suppressionReason(await deps.recipients.findConsent(record));
  if (block) return skip(`${block}-before`);

  const email = autoresponseEmail({ submission, form, autoresponder, to }, deps.sender);
  await deps.log.add(record, deps.now());
  const owner = deps.newOwner();
  const acquired = await deps.lock.acquire(email, owner, deps.now(), undefined);
  if (acquired.state !== 'acquired') return;

  const { account_id, form_id, submission_id } = submission;
  const slot = { account_id, form_id, submission_id, addressDigest: addressDigest(account.cursor_key, to) };
  let isReserved = false;
  let messageId: string | undefined;
  try {
    const reserved = await deps.autoresponses.reserve(slot, deps.now());
    isReserved = reserved === 'reserved';
    if (isReserved) ({ messageId } = await deps.send(email));
    else {
      deps.report('Autoresponse limit reached', { email: email.id, form_id, limit: reserved });
      await deps.log.giveUp(record, 'limit', deps.now());
    }
  } catch (error) {
    const isCertainlyNotSent = !isReserved || error instanceof EmailNotAccepted;
    if (!isCertainlyNotSent || (error instanceof EmailNotAccepted && error.refused)) {
      // The submitter entered the address, so an undeliverable address must not trigger an alarm.
      deps.report('Autoresponse abandoned', { email: email.id, error });
      // After other errors, it's unknown whether the e-mail was sent. Its status stays `queued` until the
      // mail service reports an event.
      if (error instanceof EmailNotAccepted) await deps.log.giveUp(record, 'refused', deps.now());
      return;
    }
    if (isReserved) await deps.autoresponses.release(slot, deps.now());
    await deps.lock.release(email, owner);
    throw error;
  }
  if (messageId === undefined) return;
  try {
    await deps.log.markSent(record, messageId, deps.now());
  } catch (error) {
    // The e-mail has been sent. If this threw an error, the job would be retried unnecessarily.
    deps.report('Failed to record sent e-mail', { email: email.id, messageId, error });
  }
}
