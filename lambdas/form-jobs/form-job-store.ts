/** Chores of forms (table FormChores). They are made in the transaction of the change that calls for them. */
import { DeleteCommand, GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { timestamp } from '../core/clock.ts';
import { formJob, type FormJob, type FormJobKind } from './form-job.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

export function formJobStore(db: DocumentClient, table: string) {
  const keyOf = ({ form_id, kind }: Pick<FormJob, 'form_id' | 'kind'>) => ({ form_id, kind });
  const unchanged = (of: FormJob) => ({
    TableName: table,
    Key: keyOf(of),
    ConditionExpression: 'version = :version',
  });

  return {
    async find(form_id: string, kind: FormJobKind): Promise<FormJob | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { form_id, kind }, ConsistentRead: true }),
      );
      return Item && formJob.parse(Item);
    },

    /** Notes that somebody works on it now; false when it was made anew or is done. */
    touch(of: FormJob, now: number): Promise<boolean> {
      return conditionHolds(
        db.send(
          new UpdateCommand({
            ...unchanged(of),
            UpdateExpression: 'SET touched_at = :now',
            ExpressionAttributeValues: { ':version': of.version, ':now': timestamp(now) },
          }),
        ),
      );
    },

    async keepWebhookIds(of: FormJob, webhookIds: readonly string[]): Promise<void> {
      await db.send(
        new UpdateCommand({
          ...unchanged(of),
          UpdateExpression: 'SET webhook_ids = :ids',
          ExpressionAttributeValues: { ':version': of.version, ':ids': webhookIds },
        }),
      );
    },

    /** False, and nothing deleted, when it was made anew. */
    finish(of: FormJob): Promise<boolean> {
      return conditionHolds(
        db.send(
          new DeleteCommand({ ...unchanged(of), ExpressionAttributeValues: { ':version': of.version } }),
        ),
      );
    },

    /** Chores that nobody worked on since this time. The table holds the unfinished ones only: it is small. */
    async untouchedSince(time: number): Promise<FormJob[]> {
      const found: FormJob[] = [];
      const pages = paginateScan(
        { client: db },
        {
          TableName: table,
          FilterExpression: 'touched_at < :time',
          ExpressionAttributeValues: { ':time': timestamp(time) },
        },
      );
      for await (const { Items } of pages) found.push(...formJob.array().parse(Items ?? []));
      return found;
    },
  };
}
