/**
 * Stores form jobs (FormJobs table). Each job is created in the same transaction as the form change that
 * requires it.
 */
import { DeleteCommand, GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import { dataRequestRunner } from '../data-requests/request-runner.ts';
import { formJob, type FormJob, type FormJobKind } from '../forms/jobs/form-job.ts';
import { searchIndex } from '../submissions/search-index/search-index.ts';
import { deletePartition } from '../aws/batch-delete.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

/** An import in progress. */
const runningImport = z
  .object({ form_id: z.string(), kind: z.string().startsWith('imp_'), format: z.string() })
  .transform(({ form_id, kind: import_id }) => ({ form_id, import_id }));

/**
 * A search index. Its item stays in the table, so the hourly search for abandoned jobs always finds and
 * updates the index.
 */
const indexToUpdate = searchIndex.pick({ form_id: true, kind: true });

const abandonedJob = z.union([dataRequestRunner, runningImport, indexToUpdate, formJob]);
type AbandonedJob = z.output<typeof abandonedJob>;

export function formJobStore(db: DocumentClient, table: string) {
  const keyOf = ({ form_id, kind }: Pick<FormJob, 'form_id' | 'kind'>) => ({ form_id, kind });
  const unchanged = (job: FormJob) => ({
    TableName: table,
    Key: keyOf(job),
    ConditionExpression: 'version = :version',
  });

  return {
    async find(form_id: string, kind: FormJobKind): Promise<FormJob | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { form_id, kind }, ConsistentRead: true }),
      );
      return Item && formJob.parse(Item);
    },

    /**
     * Records that a function is processing the job. Returns false if the job was replaced or is finished.
     */
    touch(job: FormJob, now: number): Promise<boolean> {
      return conditionHolds(
        db.send(
          new UpdateCommand({
            ...unchanged(job),
            UpdateExpression: 'SET touched_at = :now',
            ExpressionAttributeValues: { ':version': job.version, ':now': timestamp(now) },
          }),
        ),
      );
    },

    /** Sets the time of the job's next run. Returns false if the job was replaced or is finished. */
    postpone(job: FormJob, touchedAt: string): Promise<boolean> {
      return conditionHolds(
        db.send(
          new UpdateCommand({
            ...unchanged(job),
            UpdateExpression: 'SET touched_at = :at',
            ExpressionAttributeValues: { ':version': job.version, ':at': touchedAt },
          }),
        ),
      );
    },

    /** Deletes a form's imports. Returns false if the time ran out first. */
    removeImports: (formId: string, isOutOfTime: () => boolean): Promise<boolean> =>
      deletePartition(
        db,
        { table, partition: { name: 'form_id', value: formId }, sort: 'kind', prefix: 'imp_' },
        isOutOfTime,
      ),

    /** Deletes a form's job of this type, regardless of its state. */
    async remove(form_id: string, kind: FormJobKind): Promise<void> {
      await db.send(new DeleteCommand({ TableName: table, Key: { form_id, kind } }));
    },

    async keepWebhookIds(job: FormJob, webhookIds: readonly string[]): Promise<void> {
      await db.send(
        new UpdateCommand({
          ...unchanged(job),
          UpdateExpression: 'SET webhook_ids = :ids',
          ExpressionAttributeValues: { ':version': job.version, ':ids': webhookIds },
        }),
      );
    },

    /** Deletes the job. If it has been replaced, keeps the new job and returns false. */
    finish(job: FormJob): Promise<boolean> {
      return conditionHolds(
        db.send(
          new DeleteCommand({ ...unchanged(job), ExpressionAttributeValues: { ':version': job.version } }),
        ),
      );
    },

    /**
     * Lists the jobs, imports, data requests and search indexes that no function has processed since this time (in
     * milliseconds since the epoch). Scans the table, because almost all of its items are unfinished jobs.
     */
    async untouchedSince(time: number): Promise<AbandonedJob[]> {
      const found: AbandonedJob[] = [];
      const pages = paginateScan(
        { client: db },
        {
          TableName: table,
          FilterExpression: 'touched_at < :time',
          ExpressionAttributeValues: { ':time': timestamp(time) },
        },
      );
      for await (const { Items } of pages) found.push(...abandonedJob.array().parse(Items ?? []));
      return found;
    },
  };
}
