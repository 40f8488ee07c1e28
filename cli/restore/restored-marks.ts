/**
 * Takes out of a restored table what was true at the restored second and may not be so any more, and what is only slower without
 * it: marks that there is nothing to ask for, and copies of an account's limits.
 */
import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from '../../lambdas/aws/dynamodb.ts';

/** By table: its key, and the attributes that go together, of which an item has the first or none. */
const MARKS = {
  // A webhook of all forms may have been created since (docs/decisions/0042).
  Accounts: { key: 'account_id', attributes: ['no_account_webhooks'] },
  // The first webhook of the form may (docs/decisions/0044).
  FormSlugs: { key: 'slug', attributes: ['no_webhooks'] },
  // Plan, quota and webhooks may have changed (docs/decisions/0040).
  Counters: { key: 'counter', attributes: ['quota_limit', 'plan', 'plans', 'no_account_webhooks'] },
} as const;

const hasMarks = (table: string): table is keyof typeof MARKS => Object.hasOwn(MARKS, table);

/**
 * Reads the whole table; may be repeated. Nobody writes to it meanwhile.
 * @param table as the template's outputs name it
 * @param name of the restored table
 * @returns how many items were changed; 0 for a table without such marks
 */
export async function removeRestoredMarks(db: DocumentClient, table: string, name: string): Promise<number> {
  if (!hasMarks(table)) return 0;
  const { key, attributes } = MARKS[table];
  const names = Object.fromEntries(attributes.map((each, index) => [`#a${index}`, each]));
  let changed = 0;
  const pages = paginateScan(
    { client: db },
    {
      TableName: name,
      ConsistentRead: true,
      FilterExpression: 'attribute_exists(#a0)',
      ProjectionExpression: '#key',
      ExpressionAttributeNames: { '#a0': attributes[0], '#key': key },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const update = new UpdateCommand({
        TableName: name,
        Key: { [key]: item[key] as string },
        UpdateExpression: `REMOVE ${Object.keys(names).join(', ')}`,
        // What has expired may be gone by now, and must not come back.
        ConditionExpression: 'attribute_exists(#a0)',
        ExpressionAttributeNames: names,
      });
      if (await conditionHolds(db.send(update))) changed += 1;
    }
  }
  return changed;
}
