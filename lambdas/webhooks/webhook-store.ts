/**
 * Stores webhooks (Webhooks table) and reads them without their secrets. Functions that sign requests read
 * the secrets through `signing-webhook-store.ts`. The roles of all other functions have no access to the
 * secrets.
 */
import { GetCommand, QueryCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../core/audit-row.ts';
import { timestamp } from '../core/clock.ts';
import { storedFilter, type Filter } from '../forms/filters/filter.ts';
import type { WebhookFormat } from './formats/webhook-format.ts';
import type { KeyPair, SigningMethod } from './signing/key-pair.ts';
import type { AskableEvent } from '../submissions/events/event-views.ts';
import type { OwnHeaders } from './own-headers.ts';
import { deletedWebhook } from './webhook-id-store.ts';
import type { SpanChange } from './endpoint-health/healing-change.ts';
import { headerNames, SECRET_OVERLAP, webhookAttributes, webhook, type Webhook } from './webhook.ts';
import { firstConditionHolds, transact, type DocumentClient, type TransactItem } from '../aws/dynamodb.ts';

/** Projection of all attributes except the secrets. */
const WITHOUT_SECRETS = {
  ProjectionExpression: webhookAttributes.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(webhookAttributes.map((name) => [`#${name}`, name])),
};

/** Attributes to change. Absent attributes stay unchanged. */
export interface WebhookChange {
  readonly url?: string | undefined;
  /** Null or an empty string removes the name. */
  readonly name?: string | null | undefined;
  readonly format?: WebhookFormat | undefined;
  /** Null removes the filter. */
  readonly filter?: Filter | null | undefined;
  /** Replaces all custom headers. */
  readonly headers?: OwnHeaders | undefined;
  readonly enabled?: boolean | undefined;
  readonly auto_recover?: boolean | undefined;
  readonly signing?: SigningMethod | undefined;
  readonly events?: readonly AskableEvent[] | undefined;
  /** Key pair to store if the webhook has none. */
  readonly firstKeys?: KeyPair | undefined;
  /**
   * New secret, and new keys if the webhook has a key pair. The current secret and keys stay valid for a day.
   */
  readonly secret?: string | undefined;
  readonly keys?: KeyPair | undefined;
  /** Effect on the failing span. By default, a new URL or `enabled: true` ends it. */
  readonly span?: SpanChange | undefined;
  /** Version that the webhook must still have. */
  readonly expected?: ExpectedVersion | undefined;
}

interface ExpectedVersion {
  readonly version: number | undefined;
}

export function webhookStore(db: DocumentClient, table: string) {
  const keyOf = (ownerId: string, webhookId: string) => ({ owner_id: ownerId, webhook_id: webhookId });
  return {
    async find(ownerId: string, webhookId: string): Promise<Webhook | undefined> {
      const Key = keyOf(ownerId, webhookId);
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...WITHOUT_SECRETS }),
      );
      return Item && webhook.parse(Item);
    },

    /**
     * Lists all of a form's webhooks, or all of an account's account-wide webhooks, newest first. The list
     * isn't paginated, because it is short.
     */
    async list(ownerId: string): Promise<Webhook[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
          ConsistentRead: true,
          ...WITHOUT_SECRETS,
        }),
      );
      return z
        .array(webhook)
        .parse(Items ?? [])
        .sort(newestFirst);
    },

    /**
     * Changes individual attributes so that two concurrent changes both apply. Returns false if the webhook
     * doesn't exist or doesn't have the expected version.
     */
    change(
      ownerId: string,
      webhookId: string,
      to: WebhookChange,
      now: number,
      ...others: readonly TransactItem[]
    ): Promise<boolean> {
      const Update = webhookUpdate(table, { ownerId, webhookId }, to, now);
      return firstConditionHolds(transact(db, { TransactItems: [{ Update }, ...others] }));
    },

    /** Deletes a webhook. Returns false if the webhook doesn't exist or doesn't have the expected version. */
    delete(
      ownerId: string,
      webhookId: string,
      { audit, expected }: { audit?: AuditPut | undefined; expected?: ExpectedVersion | undefined } = {},
      now = Date.now(),
    ): Promise<boolean> {
      const { condition, values } = conditionOf(expected);
      const Delete = {
        TableName: table,
        Key: keyOf(ownerId, webhookId),
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#webhook_id': 'webhook_id', ...(expected && { '#version': 'version' }) },
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      };
      const Put = { TableName: table, Item: deletedWebhook(ownerId, webhookId, now) };
      const TransactItems = [{ Delete }, { Put }, ...(audit ? [audit] : [])];
      return firstConditionHolds(transact(db, { TransactItems }));
    },
  };
}

/** Compares webhooks for lists. */
export const newestFirst = (a: Webhook, b: Webhook): number =>
  b.created_at.localeCompare(a.created_at) || (a.webhook_id < b.webhook_id ? 1 : -1);

/** Returns the condition that the webhook exists and has the expected version. */
function conditionOf(expected: ExpectedVersion | undefined): {
  condition: string;
  values: Record<string, unknown>;
} {
  const exists = 'attribute_exists(#webhook_id)';
  if (!expected) return { condition: exists, values: {} };
  return expected.version === undefined
    ? { condition: `${exists} AND attribute_not_exists(#version)`, values: {} }
    : { condition: `${exists} AND #version = :expected`, values: { ':expected': expected.version } };
}

/**
 * Builds the write for a change, to be used alone or in a transaction. Its condition fails if the webhook
 * doesn't exist or doesn't have the expected version.
 */
export function webhookUpdate(
  table: string,
  { ownerId, webhookId }: { ownerId: string; webhookId: string },
  to: WebhookChange,
  now: number,
) {
  const { set, remove, values } = expressionOf(to, now);
  const { condition, values: expected } = conditionOf(to.expected);
  const names = [...set, ...remove, condition].flatMap((part) => part.match(/#\w+/g) ?? []);
  return {
    TableName: table,
    Key: { owner_id: ownerId, webhook_id: webhookId },
    UpdateExpression: [
      `SET ${set.join(', ')}`,
      ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: condition,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    ExpressionAttributeValues: { ...values, ...expected },
  } satisfies UpdateCommandInput;
}

function expressionOf(
  {
    url,
    name,
    format,
    filter,
    headers,
    enabled,
    auto_recover,
    secret,
    signing,
    events,
    firstKeys,
    keys,
    span,
  }: WebhookChange,
  now: number,
): { set: string[]; remove: string[]; values: Record<string, unknown> } {
  const set = ['#updated_at = :now', '#version = if_not_exists(#version, :zero) + :one'];
  const values: Record<string, unknown> = { ':now': timestamp(now), ':zero': 0, ':one': 1 };
  if (url !== undefined) {
    set.push('#url = :url');
    values[':url'] = url;
  }
  if (typeof name === 'string' && name !== '') {
    set.push('#name = :name');
    values[':name'] = name;
  }
  if (format !== undefined) {
    set.push('#format = :format');
    values[':format'] = format;
  }
  if (filter) {
    set.push('#filter = :filter');
    values[':filter'] = storedFilter(filter);
  }
  if (headers !== undefined) {
    set.push('#headers = :headers', '#header_names = :header_names');
    values[':headers'] = headers;
    values[':header_names'] = headerNames(headers);
  }
  if (enabled !== undefined) {
    set.push('#enabled = :enabled');
    values[':enabled'] = enabled;
  }
  if (auto_recover !== undefined) {
    set.push('#auto_recover = :auto_recover');
    values[':auto_recover'] = auto_recover;
  }
  if (secret !== undefined) {
    // DynamoDB evaluates all right-hand sides before it writes, so this moves each secret down by one
    // position without reading it.
    set.push('#older_secret = if_not_exists(#previous_secret, :none)');
    set.push('#older_until = if_not_exists(#previous_until, :none)');
    set.push('#previous_secret = #secret', '#previous_until = :overlap', '#secret = :secret');
    values[':secret'] = secret;
    values[':none'] = '';
    values[':overlap'] = timestamp(now + SECRET_OVERLAP);
  }
  if (events !== undefined) {
    set.push('#events = :events');
    values[':events'] = events;
  }
  if (signing !== undefined) {
    set.push('#signing = :signing');
    values[':signing'] = signing;
  }
  if (firstKeys) {
    // Only set the keys if the webhook has none, so that concurrent requests can't mix the keys of two pairs.
    set.push('#private_key = if_not_exists(#private_key, :private_key)');
    set.push('#public_key = if_not_exists(#public_key, :public_key)');
    values[':private_key'] = firstKeys.private_key;
    values[':public_key'] = firstKeys.public_key;
  }
  if (keys) {
    set.push('#older_private_key = if_not_exists(#previous_private_key, :none)');
    set.push('#previous_private_key = #private_key', '#previous_public_key = #public_key');
    set.push('#private_key = :private_key', '#public_key = :public_key');
    values[':private_key'] = keys.private_key;
    values[':public_key'] = keys.public_key;
  }
  const endsSpan = span === 'end' || (span === undefined && (url !== undefined || enabled === true));
  if (endsSpan) {
    // Has no effect if the webhook has no failing span.
    set.push('#failure_until = if_not_exists(#failure_until, :now)');
  }
  if (span === 'probe') {
    set.push('#probe_due = :now');
  }
  const remove = [
    ...(name === null || name === '' ? ['#name'] : []),
    ...(filter === null ? ['#filter'] : []),
    ...(endsSpan ? ['#failing_since', '#failing_email_due', '#probe_due'] : []),
    ...(url !== undefined ? ['#slow_until'] : []),
    ...(enabled !== undefined ? ['#disabled_reason', '#owner_email_due'] : []),
  ];
  return { set, remove, values };
}
