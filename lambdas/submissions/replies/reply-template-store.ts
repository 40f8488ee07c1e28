/** Stores an account's reply templates and counts them (Replies table). */
import { GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { firstConditionHolds, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import type { Page } from '../../core/web/pagination.ts';
import { MAX_TEMPLATES, replyTemplate, type ReplyTemplate } from './reply-template.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Changes = Partial<Pick<ReplyTemplate, 'name' | 'subject' | 'text'>>;

/** Creates the store of reply templates. All reads are strongly consistent. */
export function replyTemplateStore(db: DocumentClient, table: string) {
  const keyOf = (accountId: string, id: string) => ({ owner_id: accountId, reply_key: id });
  /** Increments the number of templates, unless the account already has the maximum number. */
  const countOne = (accountId: string): Item => ({
    Update: {
      TableName: table,
      Key: keyOf(accountId, 'templates'),
      UpdateExpression: 'ADD #used :one',
      ConditionExpression: 'attribute_not_exists(#used) OR #used < :limit',
      ExpressionAttributeNames: { '#used': 'used' },
      ExpressionAttributeValues: { ':one': 1, ':limit': MAX_TEMPLATES },
    },
  });
  const countOneLess = (accountId: string): Item => ({
    Update: {
      TableName: table,
      Key: keyOf(accountId, 'templates'),
      UpdateExpression: 'ADD #used :less',
      ExpressionAttributeNames: { '#used': 'used' },
      ExpressionAttributeValues: { ':less': -1 },
    },
  });

  return {
    /** Stores a new template, unless the account already has `MAX_TEMPLATES` templates. */
    async create(of: ReplyTemplate, audit: AuditPut): Promise<'stored' | 'too-many'> {
      const TransactItems = [countOne(of.owner_id), { Put: { TableName: table, Item: of } }, audit];
      const isStored = await firstConditionHolds(transact(db, { TransactItems }));
      return isStored ? 'stored' : 'too-many';
    },

    /**
     * Lists the account's templates, newest first. A page can contain fewer templates than requested because
     * DynamoDB returns at most 1 MB per query.
     */
    async list(
      accountId: string,
      limit: number,
      after: string | undefined,
    ): Promise<Page<ReplyTemplate, string>> {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'owner_id = :account AND begins_with(reply_key, :templates)',
          ExpressionAttributeValues: { ':account': accountId, ':templates': 'tpl_' },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
          ...(after !== undefined && { ExclusiveStartKey: keyOf(accountId, after) }),
        }),
      );
      const rows = z.array(replyTemplate).parse(Items ?? []);
      return { rows, next: LastEvaluatedKey && rows.at(-1)?.reply_key };
    },

    /** Changes a template. Returns undefined if the template doesn't exist. */
    async change(
      accountId: string,
      id: string,
      changes: Changes,
      audit: AuditPut,
    ): Promise<ReplyTemplate | undefined> {
      const given = Object.entries(changes);
      const Update = {
        TableName: table,
        Key: keyOf(accountId, id),
        UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(reply_key)',
        ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
      };
      if (!(await firstConditionHolds(transact(db, { TransactItems: [{ Update }, audit] }))))
        return undefined;
      const Key = keyOf(accountId, id);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && replyTemplate.parse(Item);
    },

    /** Deletes a template. Returns false if the template doesn't exist. */
    remove(accountId: string, id: string, audit: AuditPut): Promise<boolean> {
      const Delete = {
        TableName: table,
        Key: keyOf(accountId, id),
        ConditionExpression: 'attribute_exists(reply_key)',
      };
      return firstConditionHolds(
        transact(db, { TransactItems: [{ Delete }, countOneLess(accountId), audit] }),
      );
    },
  };
}
