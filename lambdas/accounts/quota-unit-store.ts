/** Reserves single units of a quota counter or one of its shards (Counters table). */
import { itemOfFailedUpdate } from '../aws/dynamodb.ts';
import type { Item, ItemClient } from '../aws/item-client.ts';

/** Result of an attempt to reserve a unit. */
interface TakenUnit {
  readonly isReserved: boolean;
  /** The stored item, including the new reservation if the attempt succeeded. */
  readonly item: Item | undefined;
}

/**
 * Reserves a unit by incrementing an item's `used`. Does nothing if `used` has reached its limit, or if the
 * item has no current copy of the account's limits for these plans.
 * @param of.isShard true for a shard, whose units are limited by `allocated`
 * @param of.plans digest of the stage's plans
 */
export async function takeUnit(
  items: ItemClient,
  table: string,
  counter: string,
  of: { readonly isShard: boolean; readonly plans: string; readonly now: number },
): Promise<TakenUnit> {
  try {
    const item = await items.update({
      TableName: table,
      Key: { counter },
      UpdateExpression: 'SET used = used + :one, reserved_at = :now',
      ConditionExpression: `${of.isShard ? 'used < allocated AND :now < open_until' : 'used < quota_limit'} AND plans = :plans`,
      ExpressionAttributeValues: { ':one': 1, ':now': of.now, ':plans': of.plans },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return { isReserved: true, item };
  } catch (error) {
    const failed = itemOfFailedUpdate(error);
    if (!failed) throw error;
    return { isReserved: false, item: failed.item };
  }
}
