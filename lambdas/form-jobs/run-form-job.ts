/** Runs form jobs in batches, one batch per queue message. */
import { formJobQueue } from '../forms/jobs/form-job-queue.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';
import {
  formJobMessage,
  runFormJobBatch,
  type FormJobDeps,
  type FormJobMessage,
} from '../forms/jobs/form-job.ts';
import { addEmail } from '../aws/email-queue.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { runBulkUpdate } from './bulk-update.ts';
import { bulkUpdateDeps } from './bulk-update-deps.ts';
import { BATCH_MS, formJobDeps } from './form-job-deps.ts';

interface Deps {
  readonly jobs: FormJobDeps;
  /** Works on a bulk job. Returns the message for the next batch and its delay in seconds, if there is one. */
  readonly updateInBulk: (message: FormJobMessage) => ReturnType<typeof runFormJobBatch>;
  readonly queue: Pick<ReturnType<typeof formJobQueue>, 'send'>;
}

/** Runs a batch of a form job and queues the next batch, if there is one. */
export function runFormJob({ jobs, updateInBulk, queue }: Deps) {
  return async (message: FormJobMessage): Promise<void> => {
    const next = await (message.kind === 'bulk-update'
      ? updateInBulk(message)
      : runFormJobBatch(message, jobs));
    if (next) await queue.send(next.message, next.delaySeconds);
  };
}

const environment = readEnvironment(
  'ATTACHMENTS_BUCKET',
  'COUNTERS_TABLE',
  'DELIVERIES_TABLE',
  'EMAILS_TABLE',
  'EXPORTS_BUCKET',
  'FORM_JOBS_QUEUE_URL',
  'FORM_JOBS_TABLE',
  'FORMS_TABLE',
  'IDEMPOTENCY_TABLE',
  'RECIPIENTS_TABLE',
  'RECOVERIES_TABLE',
  'REPLIES_TABLE',
  'SUBMISSIONS_TABLE',
  'UPLOADS_TABLE',
  'WEBHOOKS_TABLE',
);

const db = documentClient();

const handle = runFormJob({
  jobs: formJobDeps(
    db,
    s3Client(),
    {
      tables: {
        counters: environment.COUNTERS_TABLE,
        deliveries: environment.DELIVERIES_TABLE,
        emails: environment.EMAILS_TABLE,
        formJobs: environment.FORM_JOBS_TABLE,
        forms: environment.FORMS_TABLE,
        idempotency: environment.IDEMPOTENCY_TABLE,
        recipients: environment.RECIPIENTS_TABLE,
        recoveries: environment.RECOVERIES_TABLE,
        replies: environment.REPLIES_TABLE,
        submissions: environment.SUBMISSIONS_TABLE,
        uploads: environment.UPLOADS_TABLE,
        webhooks: environment.WEBHOOKS_TABLE,
      },
      buckets: { attachments: environment.ATTACHMENTS_BUCKET, exports: environment.EXPORTS_BUCKET },
    },
    Date.now,
    addEmail(readIfGiven('EMAILS_QUEUE_URL')),
  ),
  updateInBulk(message) {
    const until = Date.now() + BATCH_MS;
    return runBulkUpdate(message, bulkUpdateDeps(db), () => Date.now() >= until);
  },
  queue: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
});

export const handler = sqsHandler({ message: formJobMessage, handle });
