/** Records solved puzzles in the Idempotency table, so that each puzzle can only be used once. */
import { conditionHolds } from '../../aws/dynamodb.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import { epochSeconds, HOUR } from '../../core/clock.ts';
import { expiryOf } from '../idempotency.ts';
import type { SpendPuzzle } from './spent-puzzle.ts';

/**
 * Number of seconds that a record is kept after its puzzle expires. A function whose clock is slow still
 * accepts a puzzle after its expiry, so the record must not be deleted yet.
 */
const KEPT_AFTER_EXPIRY = HOUR / 1000;

export function puzzleSpender({ put }: HotPathClients['items'], table: string): SpendPuzzle {
  return ({ challenge, expiresAt }, { form, once, now }) => {
    const Item = {
      form_id: form.form_id,
      key_digest: `challenge#${challenge}`,
      expires_at: expiresAt + KEPT_AFTER_EXPIRY,
    };
    const unspent = 'attribute_not_exists(key_digest)';
    if (!once) return conditionHolds(put({ TableName: table, Item, ConditionExpression: unspent }));
    return conditionHolds(
      put({
        TableName: table,
        Item: { ...Item, spent_by: once.digest, spent_until: expiryOf(once, now) },
        ConditionExpression: `${unspent} OR (spent_by = :by AND spent_until > :now)`,
        ExpressionAttributeValues: { ':by': once.digest, ':now': epochSeconds(now) },
      }),
    );
  };
}
