/** Tests which tables a role is allowed to write to. */
import { mayWriteTo } from '../../../local/iam/written-tables.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Items';

it.each([
  ['a statement that names a write action', 'Allow', 'dynamodb:PutItem', TABLE, true],
  ['a statement that allows everything', 'Allow', 'dynamodb:*', '*', true],
  ['a statement that allows reading', 'Allow', 'dynamodb:GetItem', TABLE, false],
  ['a statement about another table', 'Allow', 'dynamodb:UpdateItem', `${TABLE}2`, false],
  ['a statement that denies', 'Deny', 'dynamodb:DeleteItem', TABLE, false],
] as const)('is decided by %s', (_, Effect, action, resource, expected) => {
  expect(mayWriteTo({ statements: [{ Effect, Action: [action], Resource: [resource] }] }, TABLE)).toBe(
    expected,
  );
});
