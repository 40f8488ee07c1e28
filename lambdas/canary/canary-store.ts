/**
 * Creates the canary's account, form and webhook, and records when a run's webhook arrived (Counters table).
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { accountPut } from '../accounts/account-store.ts';
import { conditionHolds } from '../aws/dynamodb.ts';
import type { HotPathClients } from '../aws/item-client.ts';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { formWriter, type FormTables } from '../forms/form-store.ts';
import { signingWebhookStore } from '../webhooks/signing/signing-webhook-store.ts';
import { CANARY_RUNS, canaryAccount, canaryForm, canaryWebhook } from './canary.ts';
import { CANARY_FORM, CANARY_WEBHOOK } from '../core/canary-ids.ts';

export interface CanaryTables extends FormTables {
  readonly accounts: string;
  readonly counters: string;
  readonly webhooks: string;
}

const heardRun = z.object({ heard_at: z.number() });

export function canaryStore({ db, items }: HotPathClients, tables: CanaryTables, random: RandomBytes) {
  const { find } = signingWebhookStore(items, tables.webhooks);
  return {
    /** Returns the webhook's secret, or undefined before the first run. */
    secret: async (): Promise<string | undefined> => (await find(CANARY_FORM, CANARY_WEBHOOK))?.secret,

    /**
     * Creates the account, form and webhook if they are missing. If necessary, enables the webhook and sets
     * its URL.
     */
    async prepare(url: string, now: number): Promise<void> {
      const webhook = await find(CANARY_FORM, CANARY_WEBHOOK);
      if (webhook?.enabled && webhook.url === url) return;
      const { Put } = accountPut(canaryAccount(now, random), tables.accounts);
      await conditionHolds(db.send(new PutCommand(Put)));
      // This call leaves an existing form unchanged.
      await formWriter(db, tables).create(canaryForm(now, random));
      await db.send(new PutCommand({ TableName: tables.webhooks, Item: canaryWebhook(url, now, random) }));
    },

    /** Records that a run's webhook arrived. */
    async noteHeard(run: string, now: number): Promise<void> {
      const Item = {
        counter: `${CANARY_RUNS}${run}`,
        heard_at: now,
        expires_at: epochSeconds(now + HOUR),
      };
      await db.send(new PutCommand({ TableName: tables.counters, Item }));
    },

    /**
     * Returns when a run's webhook arrived, in milliseconds since the epoch, or undefined if it hasn't
     * arrived yet.
     */
    async heardAt(run: string): Promise<number | undefined> {
      const Key = { counter: `${CANARY_RUNS}${run}` };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.counters, Key, ConsistentRead: true }),
      );
      return Item && heardRun.parse(Item).heard_at;
    },
  };
}
