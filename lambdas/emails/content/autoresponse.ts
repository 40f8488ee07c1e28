/** Builds autoresponses, which are sent to people who submit a form. */
import { fillPlaceholders, type Autoresponder } from '../../forms/autoresponder.ts';
import type { EmailForm } from '../../forms/form.ts';
import type { Mailbox } from '../../core/text/email-address.ts';
import { singleLine } from '../../core/text/text.ts';
import type { Submission } from '../../submissions/submission.ts';
import { AUTORESPONSE_HEADERS, type Email } from '../email.ts';
import { brandHeader, page, prose } from './email-layout.ts';
import { autoresponseId } from '../../submissions/email-log/email-record.ts';
import { recipientIdOf } from '../../forms/recipients/recipient.ts';

/**
 * Builds an autoresponse. Autoresponses have no `Reply-To`, because this header would reveal a form owner's
 * address.
 */
export function autoresponseEmail(
  {
    submission,
    form,
    autoresponder,
    to,
  }: {
    submission: Submission;
    form: Pick<EmailForm, 'name' | 'language' | 'brand'>;
    autoresponder: Autoresponder;
    to: string;
  },
  from: Mailbox,
): Email {
  const text = fillPlaceholders(autoresponder.text, submission.payload);
  const subject =
    singleLine(fillPlaceholders(autoresponder.subject, submission.payload)) || singleLine(form.name);
  return {
    id: autoresponseId(submission.submission_id),
    scope: submission.form_id,
    recipient_id: recipientIdOf(submission.account_id, to),
    from,
    to,
    subject,
    headers: AUTORESPONSE_HEADERS,
    text,
    html: page(subject, [...brandHeader(form.brand), prose(text)], form.language ?? undefined),
  };
}
