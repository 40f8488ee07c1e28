/** Sends the autoresponse to a submission at most once, subject to the limits per address and form. */
import type { EmailAccount } from '../accounts/account.ts';
import type { EmailForm } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { autoresponseEmail } from './content/autoresponse.ts';
import { autoresponseRecord, type SkipReason } from '../submissions/email-log/email-record.ts';
import { suppressionReason } from '../forms/recipients/recipient.ts';
import type { EmailDeps } from './send-at-least-once.ts';
import { sendAtMostOnce } from './send-at-most-once.ts';
import { addressDigest, acceptsAutoresponse } from './submitter.ts';
import { autoresponseAddress } from '../submissions/submitter-address.ts';

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
  const { account_id, form_id, submission_id } = submission;
  const slot = { account_id, form_id, submission_id, addressDigest: addressDigest(account.cursor_key, to) };
  await sendAtMostOnce(
    {
      email,
      record,
      abandoned: 'Autoresponse abandoned',
      async reserve() {
        const reserved = await deps.autoresponses.reserve(slot, deps.now());
        if (reserved === 'reserved') return true;
        deps.report('Autoresponse limit reached', { email: email.id, form_id, limit: reserved });
        await deps.log.giveUp(record, 'limit', deps.now());
        return false;
      },
      release: () => deps.autoresponses.release(slot, deps.now()),
    },
    deps,
  );
}
