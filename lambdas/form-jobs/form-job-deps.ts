/** Provides the dependencies of form jobs: the tables, the buckets and the types of jobs. */
import type { S3Client } from '@aws-sdk/client-s3';
import { formJobStore } from './form-job-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { formRecordStore, type FormRecordTables } from './form-record-store.ts';
import { formReader } from '../forms/form-store.ts';
import { prefixesOfForm } from '../files/object-keys.ts';
import { deleteObjects } from '../aws/s3-deletes.ts';
import { submissionChanges } from '../submissions/submission-change-store.ts';
import { partitionsOf, type FormPieces } from '../core/submission-pieces.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { FormJobDeps } from '../forms/jobs/form-job.ts';
import { deleteFormRecords } from './form-deletion.ts';
import type { SpamSummaryJob } from '../spam/spam-summary-job.ts';
import { searchIndexesOf } from '../submissions/search-index/part-keys.ts';
import { searchIndexStore } from '../submissions/search-index/search-index-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { summarizeSpam } from './spam-summary.ts';
import { reapplyRetention } from './retention-change.ts';

/**
 * Time after which a batch starts no new work, in milliseconds. The rest of the function's one-minute timeout
 * is reserved for work in progress.
 */
export const BATCH_MS = 25 * SECOND;

/**
 * Maximum number of spam submissions to read for a weekly summary. The limit is high because most of them
 * might be honeypot submissions, which the summary omits.
 */
const MAX_SUBMISSIONS_READ = 500;

export interface FormJobNames {
  readonly tables: FormRecordTables & { readonly formJobs: string; readonly forms: string };
  readonly buckets: { readonly attachments: string; readonly exports: string };
}

export function formJobDeps(
  db: DocumentClient,
  s3: S3Client,
  { tables, buckets }: FormJobNames,
  now: Clock,
  queueEmail: (job: SpamSummaryJob) => Promise<void>,
  batchMs = BATCH_MS,
): FormJobDeps {
  const jobs = formJobStore(db, tables.formJobs);
  const searchIndex = searchIndexStore(db, tables);
  const forms = formReader(db, tables.forms);
  const submissions = submissionChanges(db, tables.submissions);
  const records = {
    ...formRecordStore(db, tables, now),
    keepWebhookIds: jobs.keepWebhookIds,
    removeImports: jobs.removeImports,
    async removeSummaryJob(formId: string) {
      await jobs.remove(formId, 'spam-summary');
      return true;
    },
    async removeSearchIndex(form: FormPieces) {
      await Promise.all(partitionsOf(form).map(searchIndex.remove));
      return true;
    },
    async removeFiles(formId: string, isOutOfTime: () => boolean) {
      for (const bucket of [buckets.attachments, buckets.exports]) {
        for (const prefix of [...prefixesOfForm(formId), searchIndexesOf(formId)]) {
          if (!(await deleteObjects(s3, bucket, prefix, isOutOfTime))) return false;
        }
      }
      return true;
    },
  };
  const retention = {
    now,
    findForm: forms.find,
    page: submissions.page,
    setExpiry: submissions.setExpiry,
  };

  return {
    find: jobs.find,
    touch: (job) => jobs.touch(job, now()),
    finish: jobs.finish,
    summarize: (job) =>
      summarizeSpam(job, {
        now,
        findForm: forms.find,
        findSpam: async (form, time) =>
          (
            await submissionStore(db, tables.submissions, now).list(
              form,
              { status: 'spam', ...time },
              MAX_SUBMISSIONS_READ,
              undefined,
            )
          ).rows,
        queue: queueEmail,
        postpone: jobs.postpone,
        finish: jobs.finish,
      }),
    runBatch(job, after) {
      const until = now() + batchMs;
      const isOutOfTime = (): boolean => now() >= until;
      switch (job.kind) {
        case 'deletion':
          return deleteFormRecords(job, after, records, isOutOfTime);
        case 'retention':
          return reapplyRetention(job, after, retention, isOutOfTime);
        case 'spam-summary':
        case 'bulk-update':
          // `summarize` and `updateInBulk` process jobs of these types.
          return Promise.resolve({ done: true });
      }
    },
  };
}
