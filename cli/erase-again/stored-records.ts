/**
 * Finds submissions and their records by the submissions' ids. A restored table or bucket can contain a
 * submission's e-mails, deliveries or files without the submission itself.
 */
import { ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { batchGet } from '../../lambdas/aws/batch-get.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { timestamp } from '../../lambdas/core/clock.ts';
import { ulidOf, ulidTime } from '../../lambdas/core/ids.ts';
import { submissionKey } from '../../lambdas/core/submission-pieces.ts';
import type { SearchTables } from '../../lambdas/data-requests/searched-submission-store.ts';
import { searchedSubmissionStore } from '../../lambdas/data-requests/searched-submission-store.ts';
import { attachmentKey } from '../../lambdas/files/object-keys.ts';
import { replyStore } from '../../lambdas/submissions/replies/reply-store.ts';
import { submission, type Submission } from '../../lambdas/submissions/submission.ts';

export interface RecordNames {
  readonly tables: SearchTables & { readonly replies: string };
  /** Name of the bucket that stores the submitted files. */
  readonly attachments: string;
}

/** A stored submission, or one that only has other records left. */
export type StoredSubmission = Pick<Submission, 'form_id' | 'submission_id' | 'received_at' | 'status'>;
type Ref = Pick<Submission, 'form_id' | 'submission_id'>;

/** Maximum number of keys per BatchGetItem call. */
const BATCH = 100;

/**
 * Creates a function that returns those of an account's submissions that are stored or still have records.
 */
export function storedRecords(db: DocumentClient, s3: S3Client, { tables, attachments }: RecordNames) {
  const reader = searchedSubmissionStore(db, tables);
  const replies = replyStore(db, tables.replies);

  const hasRecords = async (accountId: string, ref: Ref): Promise<boolean> => {
    const { form_id, submission_id } = ref;
    const webhooks = (await Promise.all([form_id, accountId].map(reader.webhooks))).flat();
    const [emails, written, { Versions = [] }, ...deliveries] = await Promise.all([
      reader.emails(ref),
      replies.latest(form_id, submission_id),
      s3.send(
        new ListObjectVersionsCommand({ Bucket: attachments, Prefix: attachmentKey(ref, ''), MaxKeys: 1 }),
      ),
      ...webhooks.map(({ webhook_id }) => reader.deliveries(webhook_id, submission_id)),
    ]);
    return emails.length + written.length + Versions.length > 0 || deliveries.some(({ all }) => all > 0);
  };

  return async (accountId: string, refs: readonly Ref[]): Promise<StoredSubmission[]> => {
    const found: StoredSubmission[] = [];
    for (let start = 0; start < refs.length; start += BATCH) {
      const batch = refs.slice(start, start + BATCH);
      const Keys = batch.map(submissionKey);
      const rows = await batchGet(db, { [tables.submissions]: { Keys, ConsistentRead: true } });
      const stored = z.array(submission).parse(rows[tables.submissions] ?? []);
      const ids = new Set(stored.map(({ submission_id }) => submission_id));
      const missing = batch.filter(({ submission_id }) => !ids.has(submission_id));
      const left = await Promise.all(missing.map((ref) => hasRecords(accountId, ref)));
      const traces = missing
        .filter((_, index) => left[index])
        .map(({ form_id, submission_id }) => {
          const received_at = timestamp(ulidTime(ulidOf(submission_id)));
          return { form_id, submission_id, received_at, status: 'received' as const };
        });
      found.push(...stored, ...traces);
    }
    return found;
  };
}
