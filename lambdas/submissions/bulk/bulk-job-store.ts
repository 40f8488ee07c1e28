/**
 * Stores bulk jobs (FormJobs table). A form job with the same partition key runs the bulk job and exists
 * until the bulk job ends. The form job's fixed key ensures that a form or account has only one bulk job at a
 * time.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, failedConditions, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import { epochSeconds, type Clock } from '../../core/clock.ts';
import { Conflict } from '../../core/errors/errors.ts';
import { ownerIdOfBulkJob } from '../../core/ids.ts';
import { formJob, type FormJob } from '../../forms/jobs/form-job.ts';
import { bulkJob, hasEnded, type BulkJob } from './bulk-job.ts';

/** Thrown if the form or account already has a bulk job. */
class BulkJobRunning extends Conflict {
  override readonly extra: { bulk_job_id: string };
  constructor(id: string) {
    super(`A bulk job is already running: ${id}. Wait for it to finish.`);
    this.extra = { bulk_job_id: id };
  }
}

export function bulkJobStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  const runnerKey = (ownerId: string) => ({ form_id: ownerId, kind: 'bulk-update' });
  return {
    /** Returns the job with this id, or undefined if the id is invalid or no longer known. */
    async find(id: string): Promise<BulkJob | undefined> {
      const form_id = ownerIdOfBulkJob(id);
      if (form_id === undefined) return undefined;
      const Key = { form_id, kind: id };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const job = Item && bulkJob().parse(Item);
      return job && job.expires_at > epochSeconds(now()) ? job : undefined;
    },

    /**
     * Stores a new job, the form job that runs it, and its audit log row.
     * @throws BulkJobRunning
     */
    async create(job: BulkJob, runner: FormJob, audit: AuditPut): Promise<void> {
      const Key = runnerKey(job.form_id);
      for (;;) {
        try {
          await transact(db, {
            TransactItems: [
              {
                Put: {
                  TableName: table,
                  Item: runner,
                  ConditionExpression: 'attribute_not_exists(form_id)',
                },
              },
              { Put: { TableName: table, Item: job } },
              audit,
            ],
          });
          return;
        } catch (error) {
          if (failedConditions(error)?.[0] !== true) throw error;
        }
        const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
        const running = formJob.optional().parse(Item)?.bulk_job_id;
        if (running !== undefined) throw new BulkJobRunning(running);
        // The other job has ended in the meantime, so try again.
      }
    },

    /**
     * Replaces `before` with `after`, unless the stored job has changed. If the job ends, also deletes the
     * form job and writes these audit log rows.
     * @returns the stored job, or undefined if it had changed
     */
    async replace(
      before: BulkJob,
      after: BulkJob,
      audit: readonly AuditPut[] = [],
    ): Promise<BulkJob | undefined> {
      const next = { ...after, version: before.version + 1 };
      const put = {
        TableName: table,
        Item: next,
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      if (!hasEnded(next)) return (await conditionHolds(db.send(new PutCommand(put)))) ? next : undefined;
      try {
        await transact(db, {
          TransactItems: [
            { Put: put },
            {
              Delete: {
                TableName: table,
                Key: runnerKey(next.form_id),
                ConditionExpression: 'bulk_job_id = :id',
                ExpressionAttributeValues: { ':id': next.kind },
              },
            },
            ...audit,
          ],
        });
        return next;
      } catch (error) {
        if (failedConditions(error)?.includes(true) === true) return undefined;
        throw error;
      }
    },
  };
}
