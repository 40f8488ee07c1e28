/** Builds the e-mail that sends a reply to a submitter. */
import type { Mailbox } from '../../core/text/email-address.ts';
import type { EmailForm } from '../../forms/form.ts';
import { recipientIdOf } from '../../forms/recipients/recipient.ts';
import { replyEmailId } from '../../submissions/email-log/email-record.ts';
import { replySenderName, type Reply } from '../../submissions/replies/reply.ts';
import type { Email } from '../email.ts';
import { page, prose } from './email-layout.ts';

/**
 * Builds a reply from the stage's sender, with the name of the brand or form. A person wrote the reply, so it
 * has no headers that mark it as automatic, and only contains the person's text.
 */
export function replyEmail(
  { submission_id, reply_id, to, reply_to, subject, text }: Reply,
  form: Pick<EmailForm, 'account_id' | 'form_id' | 'name' | 'language' | 'brand'>,
  sender: Mailbox,
): Email {
  return {
    id: replyEmailId(submission_id, reply_id),
    scope: form.form_id,
    recipient_id: recipientIdOf(form.account_id, to),
    from: { ...sender, name: replySenderName(form) },
    to,
    replyTo: reply_to,
    subject,
    headers: {},
    text,
    html: page(subject, [prose(text)], form.language ?? undefined),
  };
}
