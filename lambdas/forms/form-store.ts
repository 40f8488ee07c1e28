/** Forms and their slugs (tables Forms and FormSlugs), always written together. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { form, ingestForm, type Form } from './form.ts';
import type { FormJob } from '../form-jobs/form-job.ts';
import type { Page } from '../core/pagination.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

/** Name of the local index that lists an account's forms by time. */
const BY_CREATION = 'by_creation';

/** Where a list of forms stands: creation time and id of its last row. */
export type FormPosition = readonly [createdAt: string, formId: string];

/** What became of a write; nothing is written unless it is `written`. */
export type FormWrite = 'written' | 'slug-taken' | 'changed-meanwhile';

/** Reading needs the table of forms only. */
export function formReader(db: DocumentClient, formsTable: string) {
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

interface FormTables {
  readonly forms: string;
  readonly slugs: string;
}

export function formWriter(db: DocumentClient, tables: FormTables) {
  return {
    /** Stores a new form under its slug. */
    create(created: Form): Promise<FormWrite> {
      const Put = {
        TableName: tables.forms,
        Item: created,
        ConditionExpression: 'attribute_not_exists(form_id)',
      };
      return written(transact(db, { TransactItems: [slugItem(created, tables.slugs), { Put }] }));
    },
  };
}

/** Changes are made together with the chore that they call for, so that none is forgotten. */
export function formChanger(db: DocumentClient, tables: FormTables & { readonly chores: string }) {
  const unchanged = (before: Form) => ({
    TableName: tables.forms,
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': before.version },
  });
  const choreItem = (of: FormJob) => ({ Put: { TableName: tables.chores, Item: of } });

  return {
    /** Stores `after` in place of `before`, unless it was changed meanwhile; an old slug is free at once. */
    replace(before: Form, after: Form, calledFor?: FormJob): Promise<FormWrite> {
      const Put = { ...unchanged(before), Item: after };
      const Delete = { TableName: tables.slugs, Key: { slug: before.slug } };
      return written(
        transact(db, {
          TransactItems: [
            slugItem(after, tables.slugs),
            { Put },
            ...(before.slug === after.slug ? [] : [{ Delete }]),
            ...(calledFor ? [choreItem(calledFor)] : []),
          ],
        }),
      );
    },

    /** Deletes the form, unless it was changed meanwhile, and tells so; its slug is free at once. */
    async remove(before: Form, calledFor: FormJob): Promise<boolean> {
      const { account_id, form_id, slug } = before;
      const slugDelete = { TableName: tables.slugs, Key: { slug } };
      const formDelete = { ...unchanged(before), Key: { account_id, form_id } };
      const TransactItems = [{ Delete: slugDelete }, { Delete: formDelete }, choreItem(calledFor)];
      return (await written(transact(db, { TransactItems }))) === 'written';
    },
  };
}

/** What ingest needs of the form, under its slug; the slug of another form is not taken over. */
function slugItem(of: Form, table: string) {
  return {
    Put: {
      TableName: table,
      Item: ingestForm.parse(of),
      ConditionExpression: 'attribute_not_exists(slug) OR form_id = :form',
      ExpressionAttributeValues: { ':form': of.form_id },
    },
  };
}

async function written(write: Promise<void>): Promise<FormWrite> {
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
