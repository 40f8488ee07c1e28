/** Builds previews of a form's e-mails, using the same functions as for real e-mails. */
import type { PreviewAccount } from '../accounts/account.ts';
import { ValidationFailed } from '../core/errors/errors.ts';
import { autoresponseEmail } from '../emails/content/autoresponse.ts';
import { notificationEmail } from '../emails/content/notification.ts';
import type { Email } from '../emails/email.ts';
import { confirmationEmail } from '../emails/recipients/confirmation-email.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import type { PreviewQuery } from './preview-query.ts';

export type PreviewedEmail = Exclude<PreviewQuery['page'], 'thanks' | 'error' | 'hosted' | 'closed'>;

/** Sample recipient, used if the form has none. Previews are never sent. */
const RECIPIENT = 'you@example.org';
const SENDER = { name: '', address: RECIPIENT };
/** Replaces links that only work in a real e-mail, such as the link to unsubscribe. */
const NO_LINK = '#';

/**
 * Builds an e-mail about the submission.
 * @param baseUrl base URL of the service; the notification links to the console below this URL
 * @throws ValidationFailed when the form has no autoresponder to preview
 */
export function previewEmail(
  page: PreviewedEmail,
  {
    form,
    account,
    submission,
    baseUrl,
  }: { form: FormWithoutSecrets; account: PreviewAccount; submission: Submission; baseUrl: string },
): Email {
  const [to = RECIPIENT] = form.notify_emails;
  switch (page) {
    case 'notification':
      return notificationEmail(
        {
          submission,
          form: { ...form, time_zone: form.time_zone ?? account.time_zone ?? null },
          files: submission.attachments.map(({ file_id, ...file }) => ({
            id: file_id,
            ...file,
            url: NO_LINK,
          })),
          to: { recipient_id: 'preview', address: to, unsubscribeUrl: NO_LINK },
          baseUrl,
        },
        SENDER,
      );
    case 'autoresponse': {
      const { autoresponder } = form;
      if (!autoresponder)
        throw new ValidationFailed([
          { path: 'page', message: 'must be another page, because the form has no autoresponder' },
        ]);
      return autoresponseEmail({ submission, form, autoresponder, to }, SENDER);
    }
    case 'confirmation':
      return confirmationEmail({ id: 'preview', form, account, to, confirmUrl: NO_LINK }, SENDER);
  }
}
