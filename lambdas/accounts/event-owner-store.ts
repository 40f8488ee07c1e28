/** Records whose webhooks subscribe to events other than new submissions (Accounts table). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { eventOwnersFor } from '../core/event-owners.ts';

/** Records the events that a webhook subscribes to. Call this before you store the webhook. */
export type AddEventOwner = (
  of: { readonly account_id: string; readonly owner_id: string },
  events: readonly string[] | undefined,
) => Promise<void>;

/** Creates the store. `add` does nothing if the events include neither changes nor failed deliveries. */
export function eventOwnerStore(db: DocumentClient, table: string): { add: AddEventOwner } {
  return {
    async add({ account_id, owner_id }, events = []) {
      const owners = eventOwnersFor(owner_id, events);
      if (owners.length === 0) return;
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { account_id },
            UpdateExpression: 'ADD event_owners :owners',
            ConditionExpression: 'attribute_exists(account_id)',
            ExpressionAttributeValues: { ':owners': new Set(owners) },
          }),
        ),
      );
    },
  };
}
