/**
 * Queues the e-mails of each stored submission. This runs in the function of the webhooks' fan-out, and so shares what
 * keeps that from losing records: the retries, the bucket of failed records, the sweeper, the alarm on lateness. A
 * function of its own would need each of them again, and would be the third of a stream that serves two well.
 */
import { plans } from '../accounts/plans.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { settleAll } from '../core/settle-all.ts';
import { accountUsageStore } from '../emails/email-account-store.ts';
import { quotaNotices } from '../emails/quota-notice.ts';
import { emailRecipientStore } from '../emails/email-form-store.ts';
import { emailQueue } from '../aws/email-queue.ts';
import { requestEmails } from '../emails/email-job.ts';
import { memoize } from '../core/memoize.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

type Deps = Parameters<typeof requestEmails>[1] & {
  /** Queues the notices about the quota of an account that are due, as a submission to this form may have brought them. */
  readonly noticeQuota: (accountId: string, formId: string) => Promise<void>;
};

/**
 * Makes the handler of the accepted submissions of one batch, which reads each form and each account once. One that is new
 * was counted by ingest; one that was released from spam has counted since.
 */
export function fanOutEmails({ queue, ...deps }: Deps) {
  const noticed = new Map<string, Promise<void>>();
  const noticeQuota = (
    { account_id, form_id, near_quota }: StreamedSubmission,
    isNew: boolean,
  ): Promise<void> => {
    // Ingest has just counted it and knows that no notice is due.
    if (isNew && near_quota === undefined) return Promise.resolve();
    const notice = noticed.get(account_id) ?? deps.noticeQuota(account_id, form_id);
    noticed.set(account_id, notice);
    return notice;
  };
  const findForm = memoize((accountId: string, formId: string) => deps.findForm(accountId, formId));
  return (accepted: StreamedSubmission, { isNew = false } = {}): Promise<void> =>
    settleAll([requestEmails(accepted, { findForm, queue }), noticeQuota(accepted, isNew)]);
}

/** Out of this function's environment; undefined where the stage has no mail sender. */
export function emailRequestDeps(): Deps | undefined {
  const queueUrl = readIfGiven('EMAILS_QUEUE_URL');
  if (queueUrl === undefined) return undefined;
  const environment = readEnvironment('ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'FORMS_TABLE', 'PLANS');
  const db = documentClient();
  const queue = emailQueue(queueUrl).add;
  const usage = accountUsageStore(db, {
    accounts: environment.ACCOUNTS_TABLE,
    counters: environment.COUNTERS_TABLE,
  });
  return {
    findForm: emailRecipientStore(db, environment.FORMS_TABLE).find,
    queue,
    noticeQuota: quotaNotices({
      findUsage: usage.find,
      plans: plans.parse(environment.PLANS),
      now: Date.now,
      queue,
    }),
  };
}
