/** The e-mail that tells the people behind a form that one of its webhooks was disabled. */
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import type { OwnerEmail } from './owner-email.ts';
import { singleLine } from '../core/text.ts';
import { NOTIFICATION_HEADERS, type Email } from './email.ts';
import { heading, page, paragraph } from './email-layout.ts';
import { readableTime, webhookDisabledTexts as texts } from './email-texts.ts';

export function webhookDisabledEmail(notice: OwnerEmail, form: EmailForm, from: Mailbox): Email {
  const formName = singleLine(form.name);
  const subject = texts.subject(formName);
  const intro = texts.intro(formName);
  const paragraphs = [
    texts.webhook(withoutQuery(notice.url), notice.webhook_id),
    texts.reason(readableTime(notice.failing_since), readableTime(notice.disabled_at)),
    texts.consequence,
    texts.remedy(notice.webhook_id),
  ];
  return {
    id: `notice.${notice.id.replace(/[^\w.-]/g, '-')}`,
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
