/** Stores the items of search indexes (FormJobs table). */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../aws/batch-get.ts';
import { conditionHolds, projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { timestamp, type Clock } from '../../core/clock.ts';
import type { IndexItems } from './index-records.ts';
import {
  affectedIndex,
  affectedIndexAttributes,
  SEARCH_INDEX,
  searchIndex,
  type AffectedIndex,
  type SearchIndex,
} from './search-index.ts';

const keyOf = (form_id: string) => ({ form_id, kind: SEARCH_INDEX });

export function searchIndexStore(
  db: DocumentClient,
  { formJobs, submissions }: { readonly formJobs: string; readonly submissions: string },
  now: Clock = Date.now,
): IndexItems & { remove(formId: string): Promise<void> } {
  return {
    async find(formId) {
      const { Item } = await db.send(
        new GetCommand({ TableName: formJobs, Key: keyOf(formId), ConsistentRead: true }),
      );
      const found = Item && searchIndex.parse(Item);
      return found?.table === submissions ? found : undefined;
    },

    async create(formId) {
      const Item: SearchIndex = {
        form_id: formId,
        kind: SEARCH_INDEX,
        table: submissions,
        version: 0,
        parts: [],
        postponed: [],
        busy_until: 0,
        changed: [],
        touched_at: timestamp(now()),
      };
      await conditionHolds(
        db.send(
          new PutCommand({
            TableName: formJobs,
            Item,
            ConditionExpression: 'attribute_not_exists(form_id) OR #table <> :table',
            ExpressionAttributeNames: { '#table': 'table' },
            ExpressionAttributeValues: { ':table': submissions },
          }),
        ),
      );
    },

    async replace(before, after) {
      const Item = { ...after, version: before.version + 1 };
      const isStored = await conditionHolds(
        db.send(
          new PutCommand({
            TableName: formJobs,
            Item,
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          }),
        ),
      );
      return isStored ? Item : undefined;
    },

    /** Deletes the form's index, but not its objects. */
    async remove(formId) {
      await db.send(new DeleteCommand({ TableName: formJobs, Key: keyOf(formId) }));
    },
  };
}

/** Maximum number of items per BatchGetItem. */
const BATCH = 100;

/** Returns a function that reads the forms' indexes with strong consistency. Skips forms without one. */
export function affectedIndexReader(db: DocumentClient, table: string) {
  return async (formIds: readonly string[]): Promise<AffectedIndex[]> => {
    const found: AffectedIndex[] = [];
    for (let start = 0; start < formIds.length; start += BATCH) {
      const Keys = formIds.slice(start, start + BATCH).map(keyOf);
      const rows = await batchGet(db, {
        [table]: { Keys, ConsistentRead: true, ...projectionOf(affectedIndexAttributes) },
      });
      found.push(...affectedIndex.array().parse(rows[table] ?? []));
    }
    return found;
  };
}
