/** The notification: the e-mail about a submission to the recipients of its form. */
import { LINK_DAYS, type AttachmentView } from '../files/attachment.ts';
import type { Mailbox } from './email-address.ts';
import type { EmailForm } from '../forms/form.ts';
import { singleLine, displayValue } from '../core/text.ts';
import type { Submission } from '../submissions/submission.ts';
import { submitterAddress } from './submitter.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from './email.ts';
import { fieldTable, heading, linkList, page, paragraph, smallPrint } from './email-layout.ts';
import { notificationTexts as texts, readableSize, readableTime, recipientTexts } from './email-texts.ts';
import { notificationId } from './log/email-record.ts';
import type { Addressee } from './recipients/send-to-recipients.ts';

const { unsubscribe, unsubscribeAt } = recipientTexts;

/** An e-mail to one of the recipients; a reply goes to the submitter. */
export function notificationEmail(
  {
    submission,
    form,
    files,
    to,
  }: { submission: Submission; form: EmailForm; files: readonly AttachmentView[]; to: Addressee },
  from: Mailbox,
): Email {
  const formName = singleLine(form.name);
  const subject = texts.subject(formName);
  const replyTo = submitterAddress(submission.payload);
  const fields = Array.from(
    submission.payload,
    ([name, value]) => [singleLine(name), displayValue(value)] as const,
  );
  const links = files.map(({ field, name, size, url }) => ({
    href: url,
    text: singleLine(name),
    note: `${singleLine(field)}, ${readableSize(size)}`,
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
    from,
    to: to.address,
    replyTo,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [
      texts.intro(formName),
      ...(fields.length === 0 ? [texts.noFields] : fields.map(textField)),
      ...(links.length === 0
        ? []
        : [`${texts.files}:`, ...links.map(({ text, note, href }) => `${text} (${note})\n  ${href}`)]),
      `-- \n${[...endNotes, unsubscribeAt(to.unsubscribeUrl)].join('\n')}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        heading(texts.intro(formName)),
        fields.length === 0 ? paragraph(texts.noFields) : fieldTable(fields),
        ...(links.length === 0 ? [] : [linkList(texts.files, links)]),
        smallPrint(endNotes, { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      'en',
    ),
  };
}

/** Lines after the first are indented, so that no value can look like another field. */
function textField([name, value]: readonly [string, string]): string {
  return value.includes('\n') ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}` : `${name}: ${value}`;
}
