/** Sends the e-mails for queued jobs. Jobs can be retried and can run in parallel. */
import type { EmailAccount } from '../accounts/account.ts';
import { timestamp } from '../core/clock.ts';
import { settleAll } from '../core/settle-all.ts';
import { toAttachmentViews } from '../files/attachment.ts';
import type { EmailForm } from '../forms/form.ts';
import { parseFilter } from '../forms/filters/filter.ts';
import { passesFilter } from '../forms/filters/judge.ts';
import { recipientIdOf } from '../forms/recipients/recipient.ts';
import type { TestNotificationJob } from '../forms/recipients/test-notification.ts';
import { toFilteredSubmission } from '../submissions/filtered-submission.ts';
import { sampleSubmission } from '../submissions/sample-submission.ts';
import type { Submission } from '../submissions/submission.ts';
import type { EmailJob, SubmissionJob } from './email-job.ts';
import { translations } from '../i18n/catalogues.ts';
import { invitationEmail } from './content/invitation-email.ts';
import type { InvitationEmailJob } from '../people/members/invitation.ts';
import { isActive } from '../auth/member.ts';
import { notificationEmail } from './content/notification.ts';
import { autoresponseRecord, notificationRecord } from '../submissions/email-log/email-record.ts';
import type { OwnerEmail } from './owner-email.ts';
import { quotaNoticeEmail } from './content/quota-notice-email.ts';
import type { QuotaNoticeJob } from './quota-notice.ts';
import {
  confirmedRecipients,
  isRecipientOf,
  recipientsOf,
  sendConfirmations,
  sendToRecipient,
  sendToRecipients,
  type Addressee,
} from './recipients/send-to-recipients.ts';
import { findActiveAccount, sendAtLeastOnce, type EmailDeps } from './send-at-least-once.ts';
import { sendAutoresponse } from './send-autoresponse.ts';
import { sendReply } from './send-reply.ts';
import { autoresponseAddress } from '../submissions/submitter-address.ts';
import { spamSummaryEmail } from './content/spam-summary-email.ts';
import type { SpamSummaryJob } from '../spam/spam-summary-job.ts';
import { ownerWebhookEmail, webhookEmail } from './content/webhook-email.ts';

/**
 * Sends the e-mails for a job.
 * @throws if an e-mail hasn't been sent yet, so that the job is retried
 */
export function sendJobEmails(job: EmailJob, deps: EmailDeps): Promise<void> {
  switch (job.kind) {
    case 'submission':
      return sendSubmissionEmails(job, deps);
    case 'webhook-disabled':
    case 'webhook-failing':
      return sendWebhookEmail(job, deps);
    case 'confirmation':
      return sendConfirmations(job, deps);
    case 'quota-notice':
      return sendQuotaNotice(job, deps);
    case 'invitation':
      return sendInvitation(job, deps);
    case 'spam-summary':
      return sendSpamSummary(job, deps);
    case 'test-notification':
      return sendTestNotification(job, deps);
    case 'reply':
      return sendReply(job, deps);
  }
}

/**
 * Sends the notifications and the autoresponse for a submission, if its form has them enabled. Sends nothing
 * if the submission has been deleted or marked as spam in the meantime (docs/invariants.md, 6), or if the
 * account is suspended.
 */
async function sendSubmissionEmails(
  { form_id, submission_id }: SubmissionJob,
  deps: EmailDeps,
): Promise<void> {
  const submission = await deps.findSubmission(form_id, submission_id);
  if (submission?.status !== 'received') return;
  const [form, account] = await Promise.all([
    deps.findForm(submission.account_id, form_id),
    deps.findAccount(submission.account_id),
  ]);
  if (!form || !account) return;
  if (account.suspended_at !== undefined) return skipSuspended(submission, form, deps);
  await settleAll([
    notifyRecipients(submission, { form, account }, deps),
    sendAutoresponse(submission, { form, account }, deps),
  ]);
}

/**
 * Returns the form with the time zone for its e-mails: the form's own time zone or, if it has none, the
 * account's.
 */
const inZoneOf = ({ time_zone }: EmailAccount, form: EmailForm): EmailForm => ({
  ...form,
  time_zone: form.time_zone ?? time_zone ?? null,
});

/** Records in the e-mail log that the submission's e-mails weren't sent because the account is suspended. */
async function skipSuspended(submission: Submission, form: EmailForm, deps: EmailDeps): Promise<void> {
  const now = deps.now();
  const answered = form.autoresponder?.enabled ? autoresponseAddress(submission) : undefined;
  const records = [
    ...recipientsOf(form).map(([recipient_id, address]) =>
      notificationRecord(submission, { recipient_id, address }, now),
    ),
    ...(answered === undefined ? [] : [autoresponseRecord(submission, answered, now)]),
  ];
  await settleAll(records.map((record) => deps.log.skip(record, 'suspended', now)));
}

async function notifyRecipients(
  submission: Submission,
  of: { form: EmailForm; account: EmailAccount },
  deps: EmailDeps,
): Promise<void> {
  const files = toAttachmentViews(submission, { baseUrl: deps.baseUrl, now: deps.now() });
  const form = inZoneOf(of.account, of.form);
  const withheldFrom = await filteredRecipients(submission, form);
  const cc = (submission.notification?.cc ?? []).filter(
    (address) => !withheldFrom.has(recipientIdOf(form.account_id, address)),
  );
  const readers = await confirmedRecipients(cc, of, deps);
  await sendToRecipients(
    { ...of, request: submission.submission_id },
    {
      emailTo: (to) =>
        notificationEmail({ submission, form, files, to, readers, baseUrl: deps.baseUrl }, deps.sender),
      recordOf: (to) => notificationRecord(submission, to, deps.now()),
      withheldFrom,
    },
    deps,
  );
}

/** Returns the ids of the recipients with a filter that the submission doesn't match. */
async function filteredRecipients(submission: Submission, form: EmailForm): Promise<ReadonlySet<string>> {
  const judged = toFilteredSubmission(submission, form.slug);
  const withheld = await Promise.all(
    form.recipient_filters.map(async ({ recipient_id, filter }) => {
      const parsed = parseFilter(filter);
      return parsed && !(await passesFilter(parsed, judged)) ? [recipient_id] : [];
    }),
  );
  return new Set(withheld.flat());
}

async function sendWebhookEmail(job: OwnerEmail, deps: EmailDeps): Promise<void> {
  const [form, account] = await Promise.all([
    job.form_id === null ? undefined : deps.findForm(job.account_id, job.form_id),
    findActiveAccount(job.account_id, deps),
  ]);
  // Do nothing if the form was deleted, because its webhooks no longer exist.
  if (!account || (job.form_id !== null && !form)) return;
  const { email: owner } = account;
  const sending: Promise<void>[] = [];
  // Skip owners who also receive the form's notifications. They get the same e-mail as other recipients, with
  // an unsubscribe link.
  if (owner !== undefined && !(form && isRecipientOf(form, owner)))
    sending.push(
      sendAtLeastOnce(
        ownerWebhookEmail(
          { job, form: form && inZoneOf(account, form), account, baseUrl: deps.baseUrl, to: owner },
          deps.sender,
        ),
        deps,
      ),
    );
  if (form) {
    const emailTo = (to: Addressee) =>
      webhookEmail({ job, form: inZoneOf(account, form), baseUrl: deps.baseUrl, to }, deps.sender);
    sending.push(sendToRecipients({ form, account, request: job.id }, { emailTo }, deps));
  }
  await settleAll(sending);
}

/**
 * Sends a summary of spam submissions that still exist and are still spam. Sends nothing if the owner has
 * released or deleted all of them.
 */
async function sendSpamSummary(job: SpamSummaryJob, deps: EmailDeps): Promise<void> {
  const [form, account] = await Promise.all([
    deps.findForm(job.account_id, job.form_id),
    findActiveAccount(job.account_id, deps),
  ]);
  if (!form || !account) return;
  const found = await Promise.all(job.submission_ids.map((id) => deps.findSubmission(job.form_id, id)));
  const submissions = found.filter((each) => each !== undefined).filter(({ status }) => status === 'spam');
  if (submissions.length === 0) return;
  await sendToRecipients(
    { form, account, request: `spam-summary.${job.until}` },
    {
      emailTo: (to) =>
        spamSummaryEmail(
          { job, form: inZoneOf(account, form), submissions, baseUrl: deps.baseUrl, to },
          deps.sender,
        ),
    },
    deps,
  );
}

/** Sends a notification with sample values to one recipient. */
async function sendTestNotification(job: TestNotificationJob, deps: EmailDeps): Promise<void> {
  const [form, account] = await Promise.all([
    deps.findForm(job.account_id, job.form_id),
    findActiveAccount(job.account_id, deps),
  ]);
  if (!form || !account) return;
  const submission = sampleSubmission({ ...form, created_at: timestamp(deps.now()) }, form.fields);
  await sendToRecipient(
    { form, account },
    job.recipient_id,
    (to) =>
      notificationEmail(
        {
          submission,
          form: inZoneOf(account, form),
          files: [],
          to,
          test: job.request,
          baseUrl: deps.baseUrl,
        },
        deps.sender,
      ),
    deps,
  );
}

async function sendQuotaNotice(job: QuotaNoticeJob, deps: EmailDeps): Promise<void> {
  const account = await findActiveAccount(job.account_id, deps);
  if (account?.email === undefined) return;
  const form = job.form_id === undefined ? undefined : await deps.findForm(job.account_id, job.form_id);
  const { language } = form ?? { language: null };
  await sendAtLeastOnce(
    quotaNoticeEmail(
      { job, account, baseUrl: deps.baseUrl, to: account.email },
      deps.sender,
      language ?? undefined,
    ),
    deps,
  );
}

/**
 * Sends an invitation, unless the invited user has joined, been removed or been invited again in the
 * meantime.
 */
async function sendInvitation(job: InvitationEmailJob, deps: EmailDeps): Promise<void> {
  const [invited, account] = await Promise.all([
    deps.findMember(job.account_id, job.member_id),
    findActiveAccount(job.account_id, deps),
  ]);
  if (!invited || !account || isActive(invited) || invited.invited_at !== job.invited_at) return;
  const { language = 'en' } = invited;
  const email = invitationEmail({ invited, account, baseUrl: deps.baseUrl }, deps.sender, {
    catalogue: translations[language],
    language,
  });
  await sendAtLeastOnce(email, deps);
}
