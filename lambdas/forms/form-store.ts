/**
 * Stores and reads forms, including the copies that ingest reads by slug and by id (Forms and FormSlugs
 * tables). One transaction writes all three items. Only `no_webhooks`, which marks forms without webhooks, is
 * changed separately (`webhook-mark-store.ts`).
 */
import { GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { canSeeForm, type FormOwner } from '../core/caller.ts';
import { hasWebhookMark, STILL_MARKED } from './webhook-mark-store.ts';
import {
  form,
  formIdAttributes,
  formWithoutSecrets,
  ingestItem,
  type Form,
  type FormWithoutSecrets,
} from './form.ts';
import { isSlug } from './slug.ts';
import type { AuditPut } from '../core/audit-row.ts';
import type { FormJob } from './jobs/form-job.ts';
import type { Page } from '../core/web/pagination.ts';
import { failedConditions, projectionOf, transact, type DocumentClient } from '../aws/dynamodb.ts';

/** Local secondary index that sorts an account's forms by creation time. */
const BY_CREATION = 'by_creation';

/** Maximum number of forms to read per DynamoDB query, and of queries per page of search results. */
const SEARCHED = 500;
const MAX_READS = 5;

/** Position in a list of forms: creation time and id of the last form on the page. */
export type FormPosition = readonly [createdAt: string, formId: string];

/** Result of storing a form. Nothing is stored unless the result is `written`. */
export type FormWriteResult = 'written' | 'slug-taken' | 'changed-concurrently';

/**
 * An additional item for the transaction that stores the form, and the result to return if that item's
 * condition fails. `failed` is absent for an item without a condition.
 */
export interface Guard<Failed extends string> {
  readonly item: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  readonly failed?: Failed;
}

/** The form attributes that functions without access to a form's secrets may read. */
const WITHOUT_SECRETS = projectionOf(formWithoutSecrets.keyof().options);

/** Creates a reader for forms without their secrets. Only needs access to the Forms table. */
export function formReader(db: DocumentClient, formsTable: string) {
  const read = async (
    accountId: string,
    limit: number,
    after: FormPosition | undefined,
  ): Promise<Page<FormWithoutSecrets, FormPosition>> => {
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: formsTable,
        IndexName: BY_CREATION,
        KeyConditionExpression: 'account_id = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ...WITHOUT_SECRETS,
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        ...(after && {
          ExclusiveStartKey: { account_id: accountId, created_at: after[0], form_id: after[1] },
        }),
      }),
    );
    const rows = z.array(formWithoutSecrets).parse(Items ?? []);
    const last = rows.at(-1);
    return { rows, next: LastEvaluatedKey && last && [last.created_at, last.form_id] };
  };

  const reader = {
    /** Returns the account's form with this id, using a strongly consistent read. */
    async find(accountId: string, formId: string): Promise<FormWithoutSecrets | undefined> {
      const Key = { account_id: accountId, form_id: formId };
      const { Item } = await db.send(
        new GetCommand({ TableName: formsTable, Key, ConsistentRead: true, ...WITHOUT_SECRETS }),
      );
      return Item && formWithoutSecrets.parse(Item);
    },

    /** Lists the account's forms, newest first, using strongly consistent reads. */
    list: (
      accountId: string,
      limit: number,
      after: FormPosition | undefined,
    ): Promise<Page<FormWithoutSecrets, FormPosition>> => read(accountId, limit, after),

    /**
     * Lists the account's matching forms, newest first. If few forms match, a page can contain fewer than
     * `limit` forms, or none, even if more pages follow.
     */
    async search(
      accountId: string,
      matches: (of: FormWithoutSecrets) => boolean,
      limit: number,
      after: FormPosition | undefined,
    ): Promise<Page<FormWithoutSecrets, FormPosition>> {
      const rows: FormWithoutSecrets[] = [];
      let next = after;
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        const found = await read(accountId, SEARCHED, next);
        rows.push(...found.rows.filter(matches));
        if (rows.length > limit) {
          const page = rows.slice(0, limit);
          const last = page.at(-1);
          return { rows: page, next: last && [last.created_at, last.form_id] };
        }
        next = found.next;
        if (next === undefined) break;
      }
      return { rows, next };
    },

    /**
     * Lists the matching forms that the caller can see, newest first. As with `search`, pages can be short.
     * @param matches filter; if undefined, all forms match
     */
    listOf(
      owner: FormOwner,
      limit: number,
      after: FormPosition | undefined,
      matches?: (of: FormWithoutSecrets) => boolean,
    ): Promise<Page<FormWithoutSecrets, FormPosition>> {
      const { account_id, form_ids } = owner;
      if (form_ids === undefined && !matches) return reader.list(account_id, limit, after);
      const isSeen = (of: FormWithoutSecrets): boolean => canSeeForm(owner, of.form_id);
      return reader.search(account_id, (of) => isSeen(of) && (matches?.(of) ?? true), limit, after);
    },
  };
  return reader;
}

/** Returns a function that looks up a form's id by its slug. Slugs are unique across all accounts. */
export function formIdReader(db: DocumentClient, slugsTable: string) {
  return async (slug: string): Promise<string | undefined> => {
    // Skip the read for invalid slugs. DynamoDB would also reject a long string as a key.
    if (!isSlug(slug)) return undefined;
    const { Item } = await db.send(
      new GetCommand({
        TableName: slugsTable,
        Key: { slug },
        ConsistentRead: true,
        ...projectionOf(formIdAttributes),
      }),
    );
    return Item && z.object({ form_id: z.string() }).parse(Item).form_id;
  };
}

/** Creates a reader for complete forms. Only use it to change forms or to use their secrets. */
export function wholeFormReader(db: DocumentClient, formsTable: string) {
  return {
    /** Returns the account's form with this id, using a strongly consistent read. */
    async find(accountId: string, formId: string): Promise<Form | undefined> {
      const Key = { account_id: accountId, form_id: formId };
      const { Item } = await db.send(new GetCommand({ TableName: formsTable, Key, ConsistentRead: true }));
      return Item && form.parse(Item);
    },
  };
}

export interface FormTables {
  readonly forms: string;
  readonly slugs: string;
  readonly jobs: string;
}

/** Creates the store that adds new forms. */
export function formWriter(db: DocumentClient, tables: FormTables) {
  return {
    /**
     * Stores a new form under its slug, together with an audit log row.
     * @param options.noWebhooks marks the form as one without webhooks, until `webhookCreationStore` stores
     *   the first one
     * @param options.guards additional transaction items; if a condition fails, nothing is stored
     */
    create<Failed extends string = never>(
      created: Form,
      audit?: AuditPut,
      jobs: readonly FormJob[] = [],
      { noWebhooks = false, guards = [] }: { noWebhooks?: boolean; guards?: readonly Guard<Failed>[] } = {},
    ): Promise<FormWriteResult | Failed> {
      const Put = {
        TableName: tables.forms,
        Item: created,
        ConditionExpression: 'attribute_not_exists(form_id)',
      };
      return resultOf(
        transact(db, {
          TransactItems: [
            slugItem(created, tables.slugs, noWebhooks),
            { Put },
            idItem(created, tables.slugs, noWebhooks),
            ...guards.map(({ item }) => item),
            ...jobs.map((job) => jobItem(tables.jobs, job)),
            ...(audit ? [audit] : []),
          ],
        }),
        guards,
      );
    },
  };
}

/**
 * Creates the store that changes and deletes forms. Each transaction also stores the audit log row and any
 * required form job.
 */
export function formChanger(db: DocumentClient, tables: FormTables) {
  const unchanged = (before: Pick<Form, 'version'>) => ({
    TableName: tables.forms,
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': before.version },
  });

  return {
    /**
     * Replaces the form `before` with `after`, unless the form was changed or got its first webhook after it
     * was read. The old slug becomes available immediately.
     */
    async replace<Failed extends string = never>(
      before: Form,
      after: Form,
      jobs: readonly FormJob[] = [],
      audit?: AuditPut,
      guards: readonly Guard<Failed>[] = [],
    ): Promise<FormWriteResult | Failed> {
      const noWebhooks = await hasWebhookMark(db, tables.slugs, after.form_id);
      const Put = { ...unchanged(before), Item: after };
      const Delete = { TableName: tables.slugs, Key: { slug: before.slug } };
      return resultOf(
        transact(db, {
          TransactItems: [
            slugItem(after, tables.slugs, noWebhooks),
            { Put },
            idItem(after, tables.slugs, noWebhooks, noWebhooks ? STILL_MARKED : undefined),
            ...guards.map(({ item }) => item),
            ...(before.slug === after.slug ? [] : [{ Delete }]),
            ...jobs.map((job) => jobItem(tables.jobs, job)),
            ...(audit ? [audit] : []),
          ],
        }),
        guards,
      );
    },

    /**
     * Deletes the form unless it has changed since it was read. Its slug becomes available immediately, and
     * its id no longer exists.
     * @returns true if the form was deleted
     */
    async remove(before: FormWithoutSecrets, job: FormJob, audit?: AuditPut): Promise<boolean> {
      const { account_id, form_id, slug } = before;
      const slugDelete = { TableName: tables.slugs, Key: { slug } };
      const formDelete = { ...unchanged(before), Key: { account_id, form_id } };
      const idDelete = { TableName: tables.slugs, Key: { slug: form_id } };
      const TransactItems = [
        { Delete: slugDelete },
        { Delete: formDelete },
        { Delete: idDelete },
        jobItem(tables.jobs, job),
        ...(audit ? [audit] : []),
      ];
      return (await resultOf(transact(db, { TransactItems }))) === 'written';
    },
  };
}

const jobItem = (table: string, job: FormJob) => ({ Put: { TableName: table, Item: job } });

/**
 * Builds the transaction item for the copy that ingest reads by slug. Its condition fails if another form
 * uses the slug.
 */
function slugItem(of: Form, table: string, noWebhooks: boolean) {
  return {
    Put: {
      TableName: table,
      Item: { ...ingestItem(of, { noWebhooks }), slug: of.slug },
      ConditionExpression: 'attribute_not_exists(slug) OR form_id = :form',
      ExpressionAttributeValues: { ':form': of.form_id },
    },
  };
}

/**
 * Builds the transaction item for the copy under the form's id. With both copies, ingest finds a form by slug
 * or id in a single read. Slugs can't be mistaken for ids, which contain capital letters and an underscore.
 */
function idItem(of: Form, table: string, noWebhooks: boolean, condition?: { ConditionExpression: string }) {
  const Item = { ...ingestItem(of, { noWebhooks }), slug: of.form_id };
  return { Put: { TableName: table, Item, ...condition } };
}

async function resultOf<Failed extends string = never>(
  write: Promise<void>,
  guards: readonly Guard<Failed>[] = [],
): Promise<FormWriteResult | Failed> {
  try {
    await write;
    return 'written';
  } catch (error) {
    // The failed conditions have the same order as the transaction items above. The third item has a
    // condition only when a form is changed: the form must still have the `no_webhooks` mark.
    const [slug, stored, mark, ...others] = failedConditions(error) ?? [];
    if (stored || mark) return 'changed-concurrently';
    if (slug) return 'slug-taken';
    const guard = guards.find((_, index) => others[index] === true);
    if (guard?.failed) return guard.failed;
    throw error;
  }
}
