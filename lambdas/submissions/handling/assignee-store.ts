/** Finds the members that submissions can be assigned to (Members table). */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { isMemberId } from '../../core/ids.ts';
import { assignedMember, assigneeAttributes, assigneeOf, type Assignee } from './assignee.ts';

/** Maximum number of items per BatchGetItem. */
const BATCH = 100;

const toAssignees = (items: readonly unknown[]): Assignee[] =>
  z
    .array(assignedMember)
    .parse(items)
    .flatMap((each) => assigneeOf(each) ?? []);

/** Creates the assignee store. All reads are strongly consistent. */
export function assigneeStore(db: DocumentClient, membersTable: string) {
  const findAll = async (accountId: string, ids: readonly string[]): Promise<Assignee[]> => {
    const keys = [...new Set(ids)]
      .filter(isMemberId)
      .map((member_id) => ({ account_id: accountId, member_id }));
    const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) =>
      keys.slice(index * BATCH, (index + 1) * BATCH),
    );
    const found = await Promise.all(
      batches.map((Keys) =>
        batchGet(db, { [membersTable]: { Keys, ConsistentRead: true, ...projectionOf(assigneeAttributes) } }),
      ),
    );
    return toAssignees(found.flatMap((each) => each[membersTable] ?? []));
  };

  return {
    /** Returns the account's members who can be assigned, in no particular order. */
    findAll,

    /** Returns the account's assignable member with this id, or undefined if there is none. */
    find: async (accountId: string, id: string): Promise<Assignee | undefined> =>
      (await findAll(accountId, [id]))[0],

    /** Returns all of the account's members who can be assigned. */
    async list(accountId: string): Promise<Assignee[]> {
      const found: Assignee[] = [];
      let after: Record<string, unknown> | undefined;
      do {
        const { ExpressionAttributeNames, ProjectionExpression } = projectionOf(assigneeAttributes);
        const page = await db.send(
          new QueryCommand({
            TableName: membersTable,
            KeyConditionExpression: '#account_id = :account',
            ProjectionExpression,
            ExpressionAttributeNames,
            ExpressionAttributeValues: { ':account': accountId },
            ConsistentRead: true,
            ...(after && { ExclusiveStartKey: after }),
          }),
        );
        found.push(...toAssignees(page.Items ?? []));
        after = page.LastEvaluatedKey;
      } while (after);
      return found;
    },
  };
}
