/**
 * Queues the e-mails for each stored submission. Runs in the same function as the webhook fan-out, so that
 * both share retries, the bucket for failed records, the sweeper and the alarm for delays. A separate
 * function would also be the stream's third consumer, and AWS recommends at most two.
 */
import { plans } from '../accounts/plans.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { settleAll } from '../core/settle-all.ts';
import { accountUsageStore } from '../emails/email-account-store.ts';
import { quotaNotices } from '../emails/quota-notice.ts';
import { emailQueue } from '../aws/email-queue.ts';
import { requestEmails } from '../emails/email-job.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

type Deps = Parameters<typeof requestEmails>[1] & {
  /** Queues the account's quota notices that are triggered by submissions to this form. */
  readonly noticeQuota: (accountId: string, formId: string) => Promise<void>;
};

/**
 * Returns a handler for the accepted submissions in a batch. The handler reads each account only once and
 * doesn't count submissions towards the quota. Submissions are counted by ingest, or when they are released
 * from spam.
 */
export function fanOutEmails({ queue, ...deps }: Deps) {
  const noticed = new Map<string, Promise<void>>();
  const noticeQuota = (
    { account_id, form_id, near_quota }: StreamedSubmission,
    isNew: boolean,
  ): Promise<void> => {
    // Skip the quota notice, because ingest has just counted this submission and found that no notice is
    // needed.
    if (isNew && near_quota === undefined) return Promise.resolve();
    const notice = noticed.get(account_id) ?? deps.noticeQuota(account_id, form_id);
    noticed.set(account_id, notice);
    return notice;
  };
  return (accepted: StreamedSubmission, { isNew = false } = {}): Promise<void> =>
    settleAll([requestEmails(accepted, { findForm: deps.findForm, queue }), noticeQuota(accepted, isNew)]);
}

/**
 * Creates the dependencies from this function's environment, or returns undefined if the stage has no mail
 * sender.
 */
export function emailRequestDeps(): Omit<Deps, 'findForm'> | undefined {
  const queueUrl = readIfGiven('EMAILS_QUEUE_URL');
  if (queueUrl === undefined) return undefined;
  const environment = readEnvironment('ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'PLANS');
  const db = documentClient();
  const queue = emailQueue(queueUrl).add;
  const usage = accountUsageStore(db, {
    accounts: environment.ACCOUNTS_TABLE,
    counters: environment.COUNTERS_TABLE,
  });
  return {
    queue,
    noticeQuota: quotaNotices({
      findUsage: usage.find,
      plans: plans.parse(environment.PLANS),
      now: Date.now,
      queue,
    }),
  };
}
