/** Builds notifications, which tell a form's recipients about a submission. */
import { LINK_DAYS, type AttachmentView } from '../files/attachment.ts';
import type { Mailbox } from '../core/email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import { singleLine, displayValue } from '../core/text.ts';
import type { Submission } from '../submissions/submission.ts';
import { replyAddress } from './submitter.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from './email.ts';
import {
  brandHeader,
  brandLine,
  fieldTable,
  heading,
  linkList,
  page,
  paragraph,
  smallPrint,
} from './email-layout.ts';
import { notificationId } from '../submissions/email-log/email-record.ts';
import type { Addressee } from './recipients/send-to-recipients.ts';
import { inDeclaredOrder, labelOf } from '../forms/fields/field-order.ts';
import { filledSubject } from '../forms/notify-subject.ts';
import { ownerTexts } from '../i18n/owners/owner-catalogues.ts';
import { readableTime } from '../core/clock.ts';

/**
 * Builds the notification e-mail for one recipient, in the form's language or in English. Replies go to the
 * submitter.
 * @param content.readers addresses of confirmed recipients that the submitted form lists in Cc
 */
export function notificationEmail(
  {
    submission,
    form,
    files,
    to,
    readers = [],
  }: {
    submission: Submission;
    form: EmailForm;
    files: readonly AttachmentView[];
    to: Addressee;
    readers?: readonly string[];
  },
  sender: Mailbox,
): Email {
  const language = form.language ?? 'en';
  const { notification: texts, unsubscribe, size: readableSize } = ownerTexts[language];
  const formName = singleLine(form.name);
  const posted = submission.notification ?? {};
  const subject =
    posted.subject ??
    (form.notify_subject === null ? undefined : filledSubject(form.notify_subject, submission.payload)) ??
    texts.subject(formName);
  const replyTo = replyAddress(submission);
  const labels = new Map(form.fields.map((field) => [field.name, labelOf(field)]));
  const fields = inDeclaredOrder(submission.payload, form.fields).map(
    ([name, value]) => [singleLine(labels.get(name) ?? name), displayValue(value)] as const,
  );
  const links = files.map(({ field, name, size, url }) => ({
    href: url,
    text: singleLine(name),
    note: `${singleLine(labels.get(field) ?? field)}, ${readableSize(size)}`,
  }));
  const endNotes = [
    ...(links.length === 0 ? [] : [texts.linksLast(LINK_DAYS)]),
    texts.received(readableTime(submission.received_at), submission.submission_id),
    ...(replyTo === undefined ? [] : [texts.reply(replyTo)]),
  ];
  return {
    id: notificationId(submission.submission_id, to.recipient_id),
    scope: form.form_id,
    recipient_id: to.recipient_id,
    from: { ...sender, name: posted.from_name ?? sender.name },
    to: to.address,
    cc: readers.filter((address) => address !== to.address),
    replyTo,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [
      ...brandLine(form.brand),
      texts.intro(formName),
      ...(fields.length === 0 ? [texts.noFields] : fields.map(textField)),
      ...(links.length === 0
        ? []
        : [`${texts.files}:`, ...links.map(({ text, note, href }) => `${text} (${note})\n  ${href}`)]),
      `-- \n${[...endNotes, `${unsubscribe}: ${to.unsubscribeUrl}`].join('\n')}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        ...brandHeader(form.brand),
        heading(texts.intro(formName)),
        fields.length === 0 ? paragraph(texts.noFields) : fieldTable(fields),
        ...(links.length === 0 ? [] : [linkList(texts.files, links)]),
        smallPrint(endNotes, { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      language,
    ),
  };
}

/** Indents all lines except the first, so that no value can look like another field. */
function textField([name, value]: readonly [string, string]): string {
  return value.includes('\n') ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}` : `${name}: ${value}`;
}
