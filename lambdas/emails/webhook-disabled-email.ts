/** The e-mail to a form's recipients when one of its webhooks was disabled. */
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail } from './owner-email.ts';
import type { Addressee } from './recipients/send-to-recipients.ts';
import { singleLine } from '../core/text.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from './email.ts';
import { heading, page, paragraph, smallPrint } from './email-layout.ts';
import { readableTime, recipientTexts, webhookDisabledTexts as texts } from './email-texts.ts';

const { unsubscribe, unsubscribeAt } = recipientTexts;

export function webhookDisabledEmail(
  { job, form, to }: { job: OwnerEmail; form: EmailForm; to: Addressee },
  from: Mailbox,
): Email {
  const formName = singleLine(form.name);
  const subject = texts.subject(formName);
  const intro = texts.intro(formName);
  const paragraphs = [
    texts.webhook(withoutQuery(job.url), job.webhook_id),
    texts.reason(readableTime(job.failing_since), readableTime(job.disabled_at)),
    texts.consequence,
    texts.remedy(job.webhook_id),
  ];
  return {
    id: `webhook-disabled.${job.id.replace(/[^\w.-]/g, '-')}.${to.recipient_id}`,
    scope: form.form_id,
    from,
    to: to.address,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [intro, ...paragraphs, `-- \n${unsubscribeAt(to.unsubscribeUrl)}`].join('\n\n'),
    html: page(
      subject,
      [
        heading(intro),
        ...paragraphs.map(paragraph),
        smallPrint([], { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      'en',
    ),
  };
}

/** Many receivers take a token in the query; it stays out of inboxes. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return singleLine(end === -1 ? url : `${url.slice(0, end)}?…`, 500);
}
