/** Reads the ledger of an account's subscriptions (ApiKeys, Counters and Webhooks tables). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import type { Clock } from '../../core/clock.ts';
import { ownerIdOfWebhook } from '../../core/ids.ts';
import { webhook, webhookAttributes, type Webhook } from '../webhook.ts';
import { currentWebhooks } from './current-webhook-store.ts';
import { ledger, SUBSCRIPTION_LEDGER, type Ledger } from './ledger.ts';

export interface LedgerTables {
  readonly apiKeys: string;
  readonly counters: string;
  readonly webhooks: string;
}

/** Returns the key of an account's ledger in the Counters table. */
export const counterOf = (accountId: string): string => `${SUBSCRIPTION_LEDGER}${accountId}`;

/** Returns the key of a subscription in the Webhooks table. */
export const keyOf = (id: string) => ({ owner_id: ownerIdOfWebhook(id) ?? '', webhook_id: id });

export function ledgerReads(db: DocumentClient, tables: LedgerTables, now: Clock) {
  const current = currentWebhooks(db, tables.apiKeys, now);

  async function readLedger(accountId: string): Promise<Ledger | undefined> {
    const Key = { counter: counterOf(accountId) };
    const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key, ConsistentRead: true }));
    return ledger.optional().parse(Item);
  }

  /** Returns the stored subscriptions in the ledger, including those that have ended. */
  async function readAll(listed: Ledger | undefined): Promise<Webhook[]> {
    const Keys = (listed?.ids ?? []).map(keyOf);
    if (Keys.length === 0) return [];
    const found = await batchGet(db, {
      [tables.webhooks]: { Keys, ConsistentRead: true, ...projectionOf(webhookAttributes) },
    });
    return z.array(webhook).parse(found[tables.webhooks] ?? []);
  }

  return {
    current,
    readLedger,
    readAll,

    /** Returns the account's subscriptions that haven't ended, without secrets. */
    ofAccount: async (accountId: string): Promise<Webhook[]> =>
      current(await readAll(await readLedger(accountId))),
  };
}
