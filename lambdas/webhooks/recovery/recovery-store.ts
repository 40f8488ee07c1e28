/**
 * Stores recoveries (Recoveries table). A webhook has at most one running recovery, and a separate item
 * stores this recovery's id. All of these items are in one partition, which serves as the list of running
 * recoveries.
 */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../../core/audit-row.ts';
import {
  conditionHolds,
  failedConditions,
  transact,
  type DocumentClient,
  type TransactItem,
} from '../../aws/dynamodb.ts';
import { latestPage } from '../../aws/latest-page.ts';
import { timestamp } from '../../core/clock.ts';
import { webhookIdOfRecovery } from '../../core/ids.ts';
import { DUE, deleteDueRecovery, dueRecovery, type DueRecovery } from './due-recovery.ts';
import { recovery, type Recovery } from './recovery.ts';

/**
 * Partition key of the items that record each webhook's running recovery. It can't clash with a webhook's id.
 */
const RUNNING = 'running';

const runningItem = z.object({ recovery_id: z.string(), running: z.string() });

export function recoveryStore(db: DocumentClient, table: string) {
  const runningKey = (webhookId: string) => ({ webhook_id: RUNNING, recovery_id: webhookId });

  const find = async (recoveryId: string): Promise<Recovery | undefined> => {
    const webhook_id = webhookIdOfRecovery(recoveryId);
    if (webhook_id === undefined) return undefined;
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { webhook_id, recovery_id: recoveryId },
        ConsistentRead: true,
      }),
    );
    return Item && recovery.parse(Item);
  };

  /** Deletes the item that marks this recovery as running. */
  const noLongerRunning = (webhookId: string, recoveryId: string) => ({
    TableName: table,
    Key: runningKey(webhookId),
    ConditionExpression: 'running = :recovery',
    ExpressionAttributeValues: { ':recovery': recoveryId },
  });

  /**
   * Stores a new recovery. If the webhook already has a running recovery, stores nothing and returns that
   * recovery.
   */
  const create = async (
    created: Recovery,
    ...others: readonly TransactItem[]
  ): Promise<Recovery | undefined> => {
    const { webhook_id, recovery_id } = created;
    const Key = runningKey(webhook_id);
    for (;;) {
      try {
        await transact(db, {
          TransactItems: [
            {
              Put: {
                TableName: table,
                Item: { ...Key, running: recovery_id },
                ConditionExpression: 'attribute_not_exists(running)',
              },
            },
            { Put: { TableName: table, Item: created } },
            ...others,
          ],
        });
        return undefined;
      } catch (error) {
        if (failedConditions(error)?.[0] !== true) throw error;
      }
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const running = runningItem.optional().parse(Item)?.running;
      const found = running === undefined ? undefined : await find(running);
      if (found) return found;
      // The recovery that was running has ended or expired, so try again.
      if (running !== undefined) {
        await conditionHolds(db.send(new DeleteCommand(noLongerRunning(webhook_id, running))));
      }
    }
  };

  return {
    find,

    create,

    /**
     * Replaces `before` with `after`, unless the stored recovery has changed. Returns undefined if it has
     * changed.
     */
    async replace(before: Recovery, after: Recovery): Promise<Recovery | undefined> {
      const next = { ...after, version: before.version + 1 };
      const put = {
        TableName: table,
        Item: next,
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      if (next.status === 'running') {
        return (await conditionHolds(db.send(new PutCommand(put)))) ? next : undefined;
      }
      try {
        const Delete = noLongerRunning(next.webhook_id, next.recovery_id);
        await transact(db, { TransactItems: [{ Put: put }, { Delete }] });
        return next;
      } catch (error) {
        if (failedConditions(error)?.includes(true) === true) return undefined;
        throw error;
      }
    },

    async findDue(webhookId: string): Promise<DueRecovery | undefined> {
      const Key = { webhook_id: DUE, recovery_id: webhookId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && dueRecovery.parse(Item);
    },

    /** Like `create`, but for a due recovery. Afterwards, the recovery is no longer due. */
    createDue: (created: Recovery, due: DueRecovery, audit?: AuditPut): Promise<Recovery | undefined> =>
      create(created, deleteDueRecovery(table, due), ...(audit ? [audit] : [])),

    /** Removes a due recovery, unless another failing span has ended in the meantime. */
    async dropDue(due: DueRecovery): Promise<void> {
      await conditionHolds(db.send(new DeleteCommand(deleteDueRecovery(table, due).Delete)));
    },

    /** Returns the ids of the webhooks that have a recovery due. The list is short. */
    async due(): Promise<string[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'webhook_id = :due',
          ExpressionAttributeValues: { ':due': DUE },
          ConsistentRead: true,
        }),
      );
      return z
        .array(dueRecovery)
        .parse(Items ?? [])
        .map(({ recovery_id }) => recovery_id);
    },

    list: (webhookId: string, limit: number, after: string | undefined) =>
      latestPage(
        db,
        { table, of: ['webhook_id', webhookId], id: 'recovery_id', row: recovery },
        limit,
        after,
      ),

    /**
     * Lists running recoveries that no function has updated since this time. Reads all running recoveries,
     * because only a few run concurrently.
     */
    async untouchedSince(time: number): Promise<Recovery[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'webhook_id = :running',
          ExpressionAttributeValues: { ':running': RUNNING },
          ConsistentRead: true,
        }),
      );
      const found = await Promise.all(
        z
          .array(runningItem)
          .parse(Items ?? [])
          .map(async ({ recovery_id: webhookId, running }) => {
            const of = await find(running);
            // Remove the item if the recovery was deleted with its form or has expired.
            if (!of) await conditionHolds(db.send(new DeleteCommand(noLongerRunning(webhookId, running))));
            return of;
          }),
      );
      return found.filter((of) => of !== undefined).filter((of) => of.touched_at < timestamp(time));
    },
  };
}
