/** Builds the notifications that a form's recipients get for a submission. */
import { LINK_DAYS, type AttachmentView } from '../../files/attachment.ts';
import type { Mailbox } from '../../core/text/email-address.ts';
import type { EmailForm } from '../../forms/form.ts';
import { singleLine, displayValue } from '../../core/text/text.ts';
import type { Submission } from '../../submissions/submission.ts';
import { replyAddress } from '../../submissions/submitter-address.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from '../email.ts';
import {
  brandHeader,
  brandLine,
  button,
  fieldTable,
  heading,
  linkList,
  page,
  paragraph,
  smallPrint,
} from './email-layout.ts';
import { notificationId } from '../../submissions/email-log/email-record.ts';
import type { Addressee } from '../recipients/send-to-recipients.ts';
import { inDeclaredOrder, labelOf } from '../../forms/fields/field-order.ts';
import { filledSubject, submittedSubject } from '../../forms/notify-subject.ts';
import { ownerTexts } from '../../i18n/owners/owner-catalogues.ts';
import { readableTimeIn } from '../../core/zoned-time.ts';

/**
 * Builds the notification e-mail for one recipient, in the form's language or in English. Replies go to the
 * submitter.
 * @param content.readers addresses to show in Cc: confirmed recipients that the submission names
 * @param content.test id of the request for a test notification, which has no stored submission
 * @param content.baseUrl base URL of the service, for links to the console
 */
export function notificationEmail(
  {
    submission,
    form,
    files,
    to,
    readers = [],
    test,
    baseUrl,
  }: {
    submission: Submission;
    form: EmailForm;
    files: readonly AttachmentView[];
    to: Addressee;
    readers?: readonly string[];
    test?: string;
    baseUrl: string;
  },
  sender: Mailbox,
): Email {
  const language = form.language ?? 'en';
  const { notification: texts, open, unsubscribe, size: readableSize } = ownerTexts[language];
  const formName = singleLine(form.name);
  const posted = submission.notification ?? {};
  const ofSubmission =
    posted.subject ??
    (form.notify_subject === null ? undefined : filledSubject(form.notify_subject, submission.payload)) ??
    subjectWith(submittedSubject(submission.payload), formName) ??
    texts.subject(formName);
  const subject = test === undefined ? ofSubmission : texts.test(ofSubmission);
  const replyTo = test === undefined ? replyAddress(submission) : undefined;
  // Link test e-mails to the form's settings, because they have no submission to open.
  const consoleUrl = `${baseUrl}/console/${
    test === undefined ? `submissions/${submission.submission_id}` : `forms/${form.form_id}/settings/emails`
  }`;
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
    ...(test === undefined ? [] : [texts.testNote]),
    texts.received(
      readableTimeIn(form.time_zone, submission.received_at, language),
      submission.submission_id,
    ),
    ...(replyTo === undefined ? [] : [texts.reply(replyTo)]),
  ];
  return {
    id:
      test === undefined
        ? notificationId(submission.submission_id, to.recipient_id)
        : `test.${to.recipient_id}.${test}`,
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
      `${open}:\n${consoleUrl}`,
      `-- \n${[...endNotes, `${unsubscribe}: ${to.unsubscribeUrl}`].join('\n')}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        ...brandHeader(form.brand),
        heading(texts.intro(formName)),
        fields.length === 0 ? paragraph(texts.noFields) : fieldTable(fields),
        ...(links.length === 0 ? [] : [linkList(texts.files, links)]),
        button(consoleUrl, open),
        smallPrint(endNotes, { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      language,
    ),
  };
}

/** Returns the subject that the submitter wrote, with the form's name. */
const subjectWith = (submitted: string | undefined, formName: string): string | undefined =>
  submitted === undefined ? undefined : singleLine(`${submitted} – ${formName}`);

/** Indents all lines except the first so that no value can look like another field. */
function textField([name, value]: readonly [string, string]): string {
  return value.includes('\n') ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}` : `${name}: ${value}`;
}
