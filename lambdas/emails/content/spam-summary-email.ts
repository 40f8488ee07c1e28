/**
 * Builds the weekly e-mail about a form's spam. The e-mail shows a short excerpt of each submission, without
 * links. Its own links lead to the console, where users can sign in and release submissions. Links don't
 * release submissions directly, because mail scanners would open them.
 */
import { readableTimeIn } from '../../core/zoned-time.ts';
import { withoutLinks } from '../../core/text/links.ts';
import { singleLine } from '../../core/text/text.ts';
import type { EmailForm } from '../../forms/form.ts';
import { ownerTexts } from '../../i18n/owners/owner-catalogues.ts';
import type { Submission } from '../../submissions/submission.ts';
import { brandHeader, brandLine, heading, linkList, page, paragraph, smallPrint } from './email-layout.ts';
import type { Mailbox } from '../../core/text/email-address.ts';
import { NOTIFICATION_HEADERS, unsubscribeHeaders, type Email } from '../email.ts';
import type { Addressee } from '../recipients/send-to-recipients.ts';
import type { SpamSummaryJob } from '../../spam/spam-summary-job.ts';

const MAX_EXCERPT_LENGTH = 60;

export function spamSummaryEmail(
  {
    job,
    form,
    submissions,
    baseUrl,
    to,
  }: {
    job: SpamSummaryJob;
    form: EmailForm;
    submissions: readonly Submission[];
    baseUrl: string;
    to: Addressee;
  },
  from: Mailbox,
): Email {
  const language = form.language ?? 'en';
  const { spamSummary: texts, unsubscribe } = ownerTexts[language];
  const formName = singleLine(form.name);
  const subject = texts.subject(formName);
  const intro = texts.intro(job.filed, formName);
  const links = submissions.map((submission) => ({
    href: `${baseUrl}/console/inbox/${submission.submission_id}`,
    text: excerptOf(submission) || submission.submission_id,
    note: texts.note(
      readableTimeIn(form.time_zone, submission.received_at, language),
      submission.spam?.score ?? 0,
    ),
  }));
  return {
    id: `spam-summary.${job.until.slice(0, 'yyyy-mm-dd'.length)}.${to.recipient_id}`,
    scope: form.form_id,
    recipient_id: to.recipient_id,
    from,
    to: to.address,
    subject,
    headers: { ...NOTIFICATION_HEADERS, ...unsubscribeHeaders(to.unsubscribeUrl) },
    text: [
      ...brandLine(form.brand),
      intro,
      texts.release,
      ...links.map(({ href, text, note }) => `${text} (${note})\n  ${href}`),
      `-- \n${unsubscribe}: ${to.unsubscribeUrl}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        ...brandHeader(form.brand),
        heading(intro),
        paragraph(texts.release),
        linkList(texts.filed, links),
        smallPrint([], { href: to.unsubscribeUrl, text: unsubscribe }),
      ],
      language,
    ),
  };
}

/** Returns the beginning of the submitted text, without anything that e-mail clients make clickable. */
function excerptOf({ payload }: Submission): string {
  return singleLine(withoutLinks(singleLine([...payload.values()].join(' · '), 200)), MAX_EXCERPT_LENGTH);
}
