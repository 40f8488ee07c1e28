/** Runs form jobs, imports and search index updates in batches, one batch per queue message. */
import * as z from 'zod';
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
import { formIdOfPartition } from '../core/submission-pieces.ts';
import { erasureCheck } from '../data-requests/erasure-check-store.ts';
import { addEmail } from '../aws/email-queue.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { importMessage, uploadedFile, type ImportMessage } from '../imports/import.ts';
import { importDeps } from '../imports/import-deps.ts';
import { runImport } from '../imports/run-import.ts';
import { buildIndex } from '../submissions/search-index/build-index.ts';
import { forgetSubmissions } from '../submissions/search-index/forget-submissions.ts';
import { searchIndexDeps } from '../submissions/search-index/search-index-deps.ts';
import {
  SEARCH_INDEX,
  searchIndexMessage,
  type SearchIndexMessage,
} from '../submissions/search-index/search-index.ts';
import { runBulkUpdate } from './bulk-update.ts';
import { bulkUpdateDeps } from './bulk-update-deps.ts';
import { BATCH_MS, formJobDeps } from './form-job-deps.ts';

interface Deps {
  readonly jobs: FormJobDeps;
  /** Processes a bulk job. Returns the message for the next batch and its delay in seconds, if there is one. */
  readonly updateInBulk: (message: FormJobMessage) => ReturnType<typeof runFormJobBatch>;
  /** Processes an import. Returns the message for the next batch and its delay in seconds, if there is one. */
  readonly workOnImport: (message: ImportMessage) => ReturnType<typeof runImport>;
  /** Updates a search index. Returns the message for the next batch and its delay in seconds. */
  readonly workOnIndex: (message: SearchIndexMessage) => ReturnType<typeof buildIndex>;
  readonly queue: Pick<ReturnType<typeof formJobQueue>, 'send' | 'sendImport' | 'sendIndex'>;
}

type Message = FormJobMessage | ImportMessage | SearchIndexMessage;

/** Runs a batch of a form job or import and queues the next batch, if there is one. */
export function runFormJob({ jobs, updateInBulk, workOnImport, workOnIndex, queue }: Deps) {
  return async (message: Message): Promise<void> => {
    if ('import_id' in message) {
      const next = await workOnImport(message);
      if (next) await queue.sendImport(next.message, next.delaySeconds);
      return;
    }
    if (message.kind === SEARCH_INDEX) {
      const next = await workOnIndex(message);
      if (next) await queue.sendIndex(next.message, next.delaySeconds);
      return;
    }
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
const s3 = s3Client();
const isErasing = erasureCheck(db, environment.FORM_JOBS_TABLE);
const names = {
  formJobs: environment.FORM_JOBS_TABLE,
  submissions: environment.SUBMISSIONS_TABLE,
  exports: environment.EXPORTS_BUCKET,
};

const handle = runFormJob({
  jobs: formJobDeps(
    db,
    s3,
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
  workOnImport(message) {
    const until = Date.now() + BATCH_MS;
    return runImport(message, importDeps(db, s3, isErasing), () => Date.now() >= until);
  },
  async workOnIndex({ removed, ...message }) {
    const until = Date.now() + BATCH_MS;
    const deps = searchIndexDeps(db, s3, names);
    if (!removed) return buildIndex(message, deps, () => Date.now() >= until);
    await forgetSubmissions(formIdOfPartition(message.form_id), removed, deps);
    return undefined;
  },
  queue: formJobQueue(environment.FORM_JOBS_QUEUE_URL),
});

/** A message about a form job, an import, an import's uploaded file, or a search index. */
const message = z.union([formJobMessage, importMessage, uploadedFile, searchIndexMessage]);

export const handler = sqsHandler<Message>({ message, handle });
