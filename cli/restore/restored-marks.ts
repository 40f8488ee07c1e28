/**
 * Removes potentially outdated attributes from a restored table: those that mark accounts and forms without
 * webhooks, and cached copies of an account's limits. The service works without these attributes, because
 * they only make requests faster.
 */
import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from '../../lambdas/aws/dynamodb.ts';

/**
 * Each table's key, and the attributes to remove. Only the first attribute is checked, because items without
 * it don't have the others either.
 */
const MARKS = {
  // Outdated if an account-wide webhook was created after the restore point (docs/decisions/0042).
  Accounts: { key: 'account_id', attributes: ['no_account_webhooks'] },
  // Outdated if the form's first webhook was created after the restore point (docs/decisions/0044).
  FormSlugs: { key: 'slug', attributes: ['no_webhooks'] },
  // Outdated if the account's plan, quota or webhooks changed after the restore point (docs/decisions/0040).
  Counters: { key: 'counter', attributes: ['quota_limit', 'plan', 'plans', 'no_account_webhooks'] },
} as const;

const hasMarks = (table: string): table is keyof typeof MARKS => Object.hasOwn(MARKS, table);

/**
 * Removes potentially outdated attributes from the table. Reads the whole table and is safe to repeat.
 * Nothing else may write to the table during this call.
 * @param table the table's name in the template's outputs
 * @param name the restored table's name
 * @returns the number of changed items, or 0 for a table without such attributes
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
        // Require the attribute, so that an item that has expired since it was read isn't recreated.
        ConditionExpression: 'attribute_exists(#a0)',
        ExpressionAttributeNames: names,
      });
      if (await conditionHolds(db.send(update))) changed += 1;
    }
  }
  return changed;
}
