/** Forms and their slugs (tables Forms and FormSlugs), always written together. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { form, ingestForm, type Form } from '../domain/form.ts';
import type { Page } from '../domain/paging.ts';
import { failedConditions, transact, type Documents } from './dynamodb.ts';

/** Name of the local index that lists an account's forms by time. */
const BY_CREATION = 'by_creation';

/** Where a list of forms stands: creation time and id of its last row. */
export type FormPosition = readonly [createdAt: string, formId: string];

/** What became of a write; nothing is written unless it is `written`. */
export type FormWrite = 'written' | 'slug-taken' | 'changed-meanwhile';

/** Reading needs the table of forms only. */
export function formReader(db: Documents, formsTable: string) {
  return {
    /** The account's form, strongly consistent. */
    async find(accountId: string, formId: string): Promise<Form | undefined> {
      const Key = { account_id: accountId, form_id: formId };
      const { Item } = await db.send(new GetCommand({ TableName: formsTable, Key, ConsistentRead: true }));
      return Item && form.parse(Item);
    },

    /** The account's forms, newest first. */
    async list(
      accountId: string,
      limit: number,
      after: FormPosition | undefined,
    ): Promise<Page<Form, FormPosition>> {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: formsTable,
          IndexName: BY_CREATION,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
          ...(after && {
            ExclusiveStartKey: { account_id: accountId, created_at: after[0], form_id: after[1] },
          }),
        }),
      );
      const rows = z.array(form).parse(Items ?? []);
      const last = rows.at(-1);
      return { rows, next: LastEvaluatedKey && last && [last.created_at, last.form_id] };
    },
  };
}

export function formWriter(db: Documents, tables: { forms: string; slugs: string }) {
  const slugItem = (of: Form) => ({
    Put: {
      TableName: tables.slugs,
      Item: ingestForm.parse(of),
      ConditionExpression: 'attribute_not_exists(slug) OR form_id = :form',
      ExpressionAttributeValues: { ':form': of.form_id },
    },
  });

  return {
    /** Stores a new form under its slug. */
    async create(created: Form): Promise<FormWrite> {
      const Put = {
        TableName: tables.forms,
        Item: created,
        ConditionExpression: 'attribute_not_exists(form_id)',
      };
      return written(transact(db, { TransactItems: [slugItem(created), { Put }] }));
    },

    /** Stores `after` in place of `before`, unless it was changed meanwhile; an old slug is free at once. */
    async replace(before: Form, after: Form): Promise<FormWrite> {
      const Put = {
        TableName: tables.forms,
        Item: after,
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      const Delete = { TableName: tables.slugs, Key: { slug: before.slug } };
      const oldSlug = before.slug === after.slug ? [] : [{ Delete }];
      return written(transact(db, { TransactItems: [slugItem(after), { Put }, ...oldSlug] }));
    },
  };
}

async function written(write: Promise<unknown>): Promise<FormWrite> {
  try {
    await write;
    return 'written';
  } catch (error) {
    const [slug, stored] = failedConditions(error) ?? [];
    if (stored) return 'changed-meanwhile';
    if (slug) return 'slug-taken';
    throw error;
  }
}
