/**
 * Reads an account's data for an export page by page, in a fixed order so that an interrupted export can be
 * resumed from any point.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { auditPartitions, RETENTION } from '../../lambdas/audit/audit-event.ts';
import { readUsed } from '../../lambdas/accounts/quota-shard-store.ts';
import { quotaCounter } from '../../lambdas/accounts/quota.ts';
import { batchGet } from '../../lambdas/aws/batch-get.ts';
import { partitionsOf, PIECES } from '../../lambdas/core/submission-pieces.ts';
import { wordModelKey } from '../../lambdas/spam/word-model-store.ts';
import type { Position, RecordKind } from './export-format.ts';
import type { TransferConnection } from './transfer-connection.ts';

type Item = Readonly<Record<string, unknown>>;

/** A page of exported records, and the position of the next page. */
export interface RecordPage {
  readonly kind: RecordKind;
  readonly items: readonly Item[];
  /** Position of the next page, or undefined after the last page. */
  readonly next: Position | undefined;
}

/** Records that are read together: a table's partition, or a single item. */
interface Partition {
  /** Sort key that determines the order in which an owner's partitions are exported. */
  readonly name: string;
  readonly kind: RecordKind;
  read(after: string | undefined): Promise<{ items: readonly Item[]; after?: string | undefined }>;
}

const ITEMS_AT_ONCE = 250;
/** Page size for records with files. It's small because a resumed export repeats its last page. */
const SUBMISSIONS_AT_ONCE = 25;
/** Maximum number of items per batch read. */
const KEYS_AT_ONCE = 100;
const keyReference = z.object({ key_id: z.string(), key_hash: z.string() });
const webhookReference = z.object({ webhook_id: z.string() });
const formReference = z.object({ form_id: z.string() });

export interface RecordScope {
  readonly accountId: string;
  /** Limits the export to this form's records and the account itself. If absent, all forms are exported. */
  readonly formId?: string | undefined;
  /**
   * Start of the export in milliseconds since the epoch. Determines which months of the audit log and the
   * quota to read.
   */
  readonly startedAt: number;
}

export function accountRecords(
  { db, tables }: Pick<TransferConnection, 'db' | 'tables'>,
  scope: RecordScope,
) {
  const { accountId, formId, startedAt } = scope;

  function query(
    table: string,
    keys: readonly [partition: string, sort: string],
    value: string,
    limit = ITEMS_AT_ONCE,
  ) {
    const [partition, sort] = keys;
    return async (after: string | undefined) => {
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#partition = :value',
          ExpressionAttributeNames: { '#partition': partition },
          ExpressionAttributeValues: { ':value': value },
          ConsistentRead: true,
          Limit: limit,
          ...(after !== undefined && { ExclusiveStartKey: { [partition]: value, [sort]: after } }),
        }),
      );
      return { items: Items, after: LastEvaluatedKey && String(LastEvaluatedKey[sort]) };
    };
  }

  const item = (table: string, Key: Record<string, string>) => async () => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return { items: Item ? [Item] : [] };
  };

  /** Reads the quota counter. Adds the units used in its shards, because shards aren't exported. */
  const quotaOf = (counter: string) => async () => {
    const { items } = await item(tables.counters, { counter })();
    return {
      items: await Promise.all(
        items.map(async (each) => ({ ...each, used: await readUsed(db, tables.counters, each) })),
      ),
    };
  };

  async function keys(after: string | undefined) {
    const listed = await query(tables.accountKeys, ['account_id', 'key_id'], accountId, KEYS_AT_ONCE)(after);
    const Keys = keyReference
      .array()
      .parse(listed.items)
      .map(({ key_hash }) => ({ key_hash }));
    if (Keys.length === 0) return listed;
    const found = await batchGet(db, { [tables.apiKeys]: { Keys, ConsistentRead: true } });
    const byId = (found[tables.apiKeys] ?? []).toSorted((a, b) =>
      String(a['key_id']) < String(b['key_id']) ? -1 : 1,
    );
    return { items: byId, after: listed.after };
  }

  const recipients = (ownerId: string): Partition => ({
    name: '1 recipients',
    kind: 'recipients',
    read: query(tables.recipients, ['owner_id', 'recipient_id'], ownerId),
  });
  const webhooks = (ownerId: string): Partition => ({
    name: '2 webhooks',
    kind: 'webhooks',
    read: query(tables.webhooks, ['owner_id', 'webhook_id'], ownerId),
  });

  /** A form's replies, or an account's reply templates. */
  const replies = (ownerId: string): Partition => ({
    name: '5 replies',
    kind: 'replies',
    read: query(tables.replies, ['owner_id', 'reply_key'], ownerId),
  });

  async function deliveries(ownerId: string): Promise<Partition[]> {
    const { items } = await query(tables.webhooks, ['owner_id', 'webhook_id'], ownerId)(undefined);
    return webhookReference
      .array()
      .parse(items)
      .map(({ webhook_id }) => ({
        name: `6 deliveries ${webhook_id}`,
        kind: 'deliveries',
        read: query(tables.deliveries, ['webhook_id', 'delivery_id'], webhook_id),
      }));
  }

  async function ofAccount(): Promise<Partition[]> {
    const account: Partition = {
      name: '0 account',
      kind: 'account',
      read: item(tables.accounts, { account_id: accountId }),
    };
    if (formId !== undefined) return [account];
    const quota = quotaCounter(accountId, startedAt, 0).counter;
    return [
      account,
      { name: '0 keys', kind: 'keys', read: keys },
      {
        name: '0 members',
        kind: 'members',
        read: query(tables.members, ['account_id', 'member_id'], accountId),
      },
      recipients(accountId),
      webhooks(accountId),
      replies(accountId),
      { name: '3 quota', kind: 'counters', read: quotaOf(quota) },
      ...(await deliveries(accountId)),
      ...auditPartitions(accountId, startedAt - RETENTION, startedAt).map((month): Partition => ({
        name: `7 audit ${month}`,
        kind: 'audit-events',
        read: query(tables.auditEvents, ['account_month', 'event_id'], month),
      })),
    ];
  }

  async function ofForm(form: string): Promise<Partition[]> {
    return [
      { name: '0 form', kind: 'forms', read: item(tables.forms, { account_id: accountId, form_id: form }) },
      recipients(form),
      webhooks(form),
      { name: '3 words', kind: 'counters', read: item(tables.counters, { counter: wordModelKey(form) }) },
      ...partitionsOf({ form_id: form, pieces: PIECES }).map((partition, piece): Partition => ({
        name: `4 submissions${piece > 0 ? ` ${piece}` : ''}`,
        kind: 'submissions',
        read: query(tables.submissions, ['form_id', 'submission_id'], partition, SUBMISSIONS_AT_ONCE),
      })),
      { name: '5 emails', kind: 'emails', read: query(tables.emails, ['form_id', 'email_key'], form) },
      replies(form),
      ...(await deliveries(form)),
    ];
  }

  async function formAfter(owner: string): Promise<string | undefined> {
    if (formId !== undefined) return owner === accountId ? formId : undefined;
    const { items } = await query(
      tables.forms,
      ['account_id', 'form_id'],
      accountId,
      1,
    )(owner === accountId ? undefined : owner);
    return formReference.array().parse(items)[0]?.form_id;
  }

  return {
    start: { owner: accountId, partition: '' } satisfies Position,

    /** Yields pages of records starting at a position. Pages may be empty. */
    async *from(start: Position): AsyncGenerator<RecordPage> {
      let position: Position | undefined = start;
      while (position !== undefined) {
        const { owner, partition, after: startAfter }: Position = position;
        const partitions = (await (owner === accountId ? ofAccount() : ofForm(owner)))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .filter(({ name }) => name >= partition);
        const nextOwner = await formAfter(owner);
        const nextPosition = nextOwner === undefined ? undefined : { owner: nextOwner, partition: '' };
        for (const [index, { name, kind, read }] of partitions.entries()) {
          const following = partitions[index + 1];
          let after = name === partition ? startAfter : undefined;
          do {
            const page = await read(after);
            after = 'after' in page ? page.after : undefined;
            const next =
              after !== undefined
                ? { owner, partition: name, after }
                : following
                  ? { owner, partition: following.name }
                  : nextPosition;
            yield { kind, items: page.items, next };
          } while (after !== undefined);
        }
        // Skip to the next owner, because this owner's remaining data may have been deleted after the export
        // was interrupted.
        position = nextPosition;
      }
    },
  };
}
