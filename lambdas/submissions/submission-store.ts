/**
 * Finds and lists a form's submissions (Submissions table). Merges the pieces of hot forms. Ignores expired
 * submissions.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../core/clock.ts';
import { partitionsOf, submissionKey, type FormPieces } from '../core/submission-pieces.ts';
import type { Page } from '../core/web/pagination.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import type { SubmissionCriteria } from './handling/criteria.ts';
import { pieceStore } from './search/piece-store.ts';
import { isExpired } from './retention.ts';
import { mergedBatches, mergedPage } from './search/merged-pieces.ts';
import { submission, type Submission } from './submission.ts';

/** Creates the submission store. */
export function submissionStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  const pieces = pieceStore(db, table, now);
  return {
    readStretch: pieces.readStretch,
    oldest: pieces.oldest,
    findMatching: pieces.findMatching,

    /**
     * Returns the submission with this id. The read is strongly consistent, so a submission can be found as
     * soon as it is accepted (docs/invariants.md, 1).
     */
    async find(formId: string, submissionId: string): Promise<Submission | undefined> {
      const Key = submissionKey({ form_id: formId, submission_id: submissionId });
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const found = Item && submission.parse(Item);
      return found && !isExpired(found, now()) ? found : undefined;
    },

    /**
     * Lists the form's submissions that pass the filter, newest first. A page may have fewer rows than
     * `limit`, or none, even if more pages follow.
     */
    async list(
      form: FormPieces,
      filter: SubmissionCriteria,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Submission, string>> {
      const pages = await Promise.all(
        partitionsOf(form).map((partition) => pieces.list(partition, filter, limit, after)),
      );
      return mergedPage(pages, limit);
    },

    /**
     * Counts the form's submissions that pass the filter. If time runs out, returns the number counted so
     * far.
     */
    async count(form: FormPieces, filter: SubmissionCriteria, isOutOfTime: () => boolean): Promise<number> {
      const counts = await Promise.all(
        partitionsOf(form).map((partition) => pieces.count(partition, filter, isOutOfTime)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },

    /**
     * Yields all submissions that pass the filter in batches, newest first. Reads the next batch while the
     * consumer uses the current one.
     */
    all(form: FormPieces, filter: SubmissionCriteria): AsyncGenerator<readonly Submission[]> {
      return mergedBatches(partitionsOf(form).map((partition) => pieces.all(partition, filter)));
    },
  };
}
