/**
 * Defines recoveries that the service must start because a webhook with `auto_recover` works again. These
 * recoveries are stored together with the end of the failing span (Recoveries table), so a crash can't lose a
 * recovery.
 */
import * as z from 'zod';

/** Partition key of the recoveries that are due. It can't clash with a webhook's id. */
export const DUE = 'due';

export const dueRecovery = z.object({
  /** The webhook's id. Sort key of the item. */
  recovery_id: z.string(),
  account_id: z.string(),
  /** Start of the earliest failing span that has ended. */
  since: z.string(),
  /** Number of spans that have ended. Used to detect concurrent changes. */
  spans: z.int(),
});
export type DueRecovery = z.infer<typeof dueRecovery>;

const dueKey = (webhookId: string) => ({ webhook_id: DUE, recovery_id: webhookId });

/** Builds the transaction item that marks a recovery as due. */
export function putDueRecovery(
  table: string,
  { webhook_id, account_id, since }: { webhook_id: string; account_id: string; since: string },
) {
  return {
    Update: {
      TableName: table,
      Key: dueKey(webhook_id),
      UpdateExpression: 'SET account_id = :account, since = if_not_exists(since, :since) ADD spans :one',
      ExpressionAttributeValues: { ':account': account_id, ':since': since, ':one': 1 },
    },
  };
}

/** Builds the transaction item that removes a due recovery, unless another span has ended in the meantime. */
export function deleteDueRecovery(table: string, { recovery_id, spans }: DueRecovery) {
  return {
    Delete: {
      TableName: table,
      Key: dueKey(recovery_id),
      ConditionExpression: 'spans = :spans',
      ExpressionAttributeValues: { ':spans': spans },
    },
  };
}
