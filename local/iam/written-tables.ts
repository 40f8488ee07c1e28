/**
 * Finds the tables that a function may write to, because their streams may contain records of its changes.
 */
import type { FunctionRole } from './guarded-requests.ts';
import { like } from './wildcards.ts';

const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

/** Returns true if any of the role's statements allows writing to the table. */
export function mayWriteTo({ statements }: Pick<FunctionRole, 'statements'>, tableArn: string): boolean {
  return statements.some(
    ({ Effect, Action, Resource }) =>
      Effect === 'Allow' &&
      Action.some((pattern) => WRITES.some((action) => like(pattern.toLowerCase(), action.toLowerCase()))) &&
      Resource.some((pattern) => like(pattern, tableArn)),
  );
}
