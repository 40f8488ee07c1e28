/** Counts the requests from each IP address (Counters table). */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { itemOfFailedUpdate } from '../aws/dynamodb.ts';
import type { HotPathClients } from '../aws/item-client.ts';
import { unrepeated } from '../aws/unrepeated.ts';
import { ExpiringCache } from '../core/expiring-cache.ts';
import { pastCounts, type AddressCounts } from '../forms/rate-limit.ts';

/**
 * Maximum number of exhausted rate limit windows to cache. They can be cached because a window stays
 * exhausted until it ends.
 */
const MAX_FULL_WINDOWS = 10_000;

/** How much of its limits an IP address has used. */
export interface AddressState {
  readonly isWithinRate: boolean;
  /**
   * Number of submissions counted towards the IP address's daily limit, including this request. Zero if
   * submissions aren't counted.
   */
  readonly usedToday: number;
}

const counts = z.record(z.string(), z.unknown());
const count = z.int();
const countIfStored = count.optional();

export function addressCountStore({ db, items }: HotPathClients, table: string) {
  const full = new ExpiringCache<true>(MAX_FULL_WINDOWS);
  /** The cache key includes the limit, so a raised limit takes effect immediately. */
  const nameOf = ({ counter, window }: AddressCounts): string => `${counter} ${window.name} ${window.limit}`;

  /** Removes expired counts from a counter item that contains many of them. */
  const clean = async (of: AddressCounts, names: readonly string[]): Promise<void> => {
    const past = pastCounts(names, of);
    if (past.length === 0) return;
    await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { counter: of.counter },
        UpdateExpression: `REMOVE ${past.map((_, index) => `#p${index}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(past.map((name, index) => [`#p${index}`, name])),
      }),
    );
  };

  return {
    /**
     * Returns true if the IP address is known to have reached the form's rate limit in this window. The
     * counter then doesn't need to be updated.
     */
    isFull: (of: AddressCounts, now: number): boolean => full.get(nameOf(of), now) ?? false,

    /**
     * Counts a request towards the form's rate limit and the IP address's daily limit, unless the rate limit
     * has been reached. Uses a single update, so the count is exact even for concurrent requests.
     * @param withShare whether to count the request towards the daily limit
     */
    async count(of: AddressCounts, withShare: boolean): Promise<AddressState> {
      const { counter, window, day, expiresAt } = of;
      const add = (name: string): string => `${name} = if_not_exists(${name}, :none) + :one`;
      try {
        const updated = await items.update({
          TableName: table,
          Key: { counter },
          UpdateExpression: `SET ${add('#window')}, ${withShare ? `${add('#day')}, ` : ''}expires_at = :expires`,
          ConditionExpression: 'attribute_not_exists(#window) OR #window < :limit',
          ExpressionAttributeNames: { '#window': window.name, ...(withShare && { '#day': day.name }) },
          ExpressionAttributeValues: {
            ':none': 0,
            ':one': 1,
            ':limit': window.limit,
            ':expires': expiresAt,
          },
          ReturnValues: 'ALL_NEW',
        });
        const stored = counts.parse(updated);
        // The request is counted even if the cleanup fails. The next request tries the cleanup again.
        await clean(of, Object.keys(stored)).catch(() => undefined);
        return { isWithinRate: true, usedToday: withShare ? count.parse(stored[day.name]) : 0 };
      } catch (error) {
        if (!itemOfFailedUpdate(error)) throw error;
        full.set(nameOf(of), true, window.endsAt);
        return { isWithinRate: false, usedToday: 0 };
      }
    },

    /**
     * Returns the number of submissions counted for the IP address on this day, using a strongly consistent
     * read.
     */
    async readOfDay({ counter, day }: AddressCounts): Promise<number> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true }),
      );
      return countIfStored.parse(Item?.[day.name]) ?? 0;
    },

    /**
     * Decrements the daily count that `count` incremented. Never retries the update, so the count might
     * remain one too high if the update's result is unknown.
     */
    async giveBackOfDay({ counter, day }: AddressCounts): Promise<void> {
      await db.send(
        unrepeated(
          new UpdateCommand({
            TableName: table,
            Key: { counter },
            UpdateExpression: 'SET #day = #day - :one',
            ConditionExpression: '#day >= :one',
            ExpressionAttributeNames: { '#day': day.name },
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      );
    },
  };
}
