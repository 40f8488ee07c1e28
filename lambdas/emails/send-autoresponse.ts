/** Sends the autoresponse to a submission: at most once, and within the limits of its address and its form. */
import type { EmailAccount } from '../accounts/account.ts';
import type { EmailForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { autoresponseEmail } from './autoresponse.ts';
import { EmailNotAccepted } from './email.ts';
import type { EmailDeps } from './send-at-least-once.ts';
import { addressDigest, mayBeAnswered, submitterAddress } from './submitter.ts';

/** Sends at most once, whatever happens. */
export async function sendAutoresponse(
  submission: Submission,
  { form, account }: { form: EmailForm; account: EmailAccount },
  deps: EmailDeps,
): Promise<void> {
  const { autoresponder } = form;
  const to = submitterAddress(submission.payload);
  if (!autoresponder?.enabled || to === undefined || !mayBeAnswered(to, deps.sender.address)) return;
  const email = autoresponseEmail({ submission, form, autoresponder, to }, deps.sender);
  const owner = deps.newOwner();
  const acquired = await deps.lock.acquire(email, owner, deps.now(), undefined);
  if (acquired.state !== 'acquired') return;

  const { account_id, form_id, submission_id } = submission;
  const slot = { account_id, form_id, submission_id, addressDigest: addressDigest(account.cursor_key, to) };
  let isReserved = false;
  try {
    const reserved = await deps.autoresponses.reserve(slot, deps.now());
    isReserved = reserved === 'reserved';
    if (isReserved) await deps.send(email);
    else deps.report('autoresponse over limit', { email: email.id, form_id, limit: reserved });
  } catch (error) {
    const isCertainlyNotSent = !isReserved || error instanceof EmailNotAccepted;
    if (!isCertainlyNotSent || (error instanceof EmailNotAccepted && error.refused)) {
      // The address was typed in by the submitter: that it cannot be written to is no reason for an alarm.
      deps.report('autoresponse given up', { email: email.id, error });
      return;
    }
    if (isReserved) await deps.autoresponses.giveBack(slot, deps.now());
    await deps.lock.release(email, owner);
    throw error;
  }
}
