/** The e-mail to a form's owners when one of its webhooks was disabled. */
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail } from './owner-email.ts';
import { singleLine } from '../core/text.ts';
import { NOTIFICATION_HEADERS, type Email } from './email.ts';
import { heading, page, paragraph } from './email-layout.ts';
import { readableTime, webhookDisabledTexts as texts } from './email-texts.ts';

export function webhookDisabledEmail(job: OwnerEmail, form: EmailForm, from: Mailbox): Email {
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
    id: `webhook-disabled.${job.id.replace(/[^\w.-]/g, '-')}`,
    form_id: form.form_id,
    from,
    to: [...new Set(form.notify_emails)],
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [intro, ...paragraphs].join('\n\n'),
    html: page(subject, [heading(intro), ...paragraphs.map(paragraph)], 'en'),
  };
}

/** Many receivers take a token in the query; it stays out of inboxes. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return singleLine(end === -1 ? url : `${url.slice(0, end)}?…`, 500);
}
