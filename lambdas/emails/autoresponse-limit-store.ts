/** Enforces the limits on autoresponses (Counters table). */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { counterStore } from '../aws/counter-store.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import {
  AUTORESPONSE_COUNTER,
  AUTORESPONSE_INTERVAL,
  autoresponseCounter,
  type AutoresponseLimit,
  type AutoresponseSlot,
} from './send-lock.ts';

/**
 * Creates the store for autoresponse limits.
 * @param perFormAndDay maximum number of autoresponses per form and UTC day
 */
export function autoresponseLimitStore(
  db: DocumentClient,
  table: string,
  perFormAndDay: number,
): AutoresponseLimit {
  const days = counterStore(db, table);
  const dayOf = ({ form_id }: AutoresponseSlot, now: number): CounterLimit => ({
    counter: `${AUTORESPONSE_COUNTER}day#${form_id}#${timestamp(now).slice(0, 'yyyy-mm-dd'.length)}`,
    limit: perFormAndDay,
    expiresAt: epochSeconds(now + 2 * DAY),
  });
  const keyOf = ({ account_id, addressDigest }: AutoresponseSlot) => ({
    counter: autoresponseCounter(account_id, addressDigest),
  });
  const freeMailbox = (slot: AutoresponseSlot): Promise<boolean> =>
    conditionHolds(
      db.send(
        new DeleteCommand({
          TableName: table,
          Key: keyOf(slot),
          ConditionExpression: 'submission_id = :submission',
          ExpressionAttributeValues: { ':submission': slot.submission_id },
        }),
      ),
    );

  return {
    async reserve(slot, now) {
      const isMailboxFree = await conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            // Add a second, because `expires_at` is in whole seconds and the interval must last at least an
            // hour.
            Item: {
              ...keyOf(slot),
              submission_id: slot.submission_id,
              expires_at: epochSeconds(now + AUTORESPONSE_INTERVAL) + 1,
            },
            ConditionExpression:
              'attribute_not_exists(#counter) OR expires_at <= :now OR submission_id = :submission',
            ExpressionAttributeNames: { '#counter': 'counter' },
            ExpressionAttributeValues: { ':now': epochSeconds(now), ':submission': slot.submission_id },
          }),
        ),
      );
      if (!isMailboxFree) return 'address-and-hour';
      if (await days.count(dayOf(slot, now))) return 'reserved';
      await freeMailbox(slot);
      return 'form-and-day';
    },

    async release(slot, now) {
      await freeMailbox(slot);
      // Ignore a failed condition, because the new day's counter might not exist yet after midnight.
      await conditionHolds(days.release(dayOf(slot, now)));
    },
  };
}
