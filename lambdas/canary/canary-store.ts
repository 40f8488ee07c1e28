/** Makes the canary's account, form and webhook, and remembers when a run's webhook came (table Counters). */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionHolds } from '../aws/dynamodb.ts';
import type { HotPathClients } from '../aws/item-client.ts';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { formWriter, type FormTables } from '../forms/form-store.ts';
import { signingWebhookStore } from '../webhooks/signing-webhook-store.ts';
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
    /** The secret of its webhook; undefined before the first run. */
    secret: async (): Promise<string | undefined> => (await find(CANARY_FORM, CANARY_WEBHOOK))?.secret,

    /** Makes what is not there, and a webhook to this URL out of one that was disabled or leads elsewhere. */
    async prepare(url: string, now: number): Promise<void> {
      const webhook = await find(CANARY_FORM, CANARY_WEBHOOK);
      if (webhook?.enabled && webhook.url === url) return;
      const ConditionExpression = 'attribute_not_exists(account_id)';
      const Item = canaryAccount(now, random);
      await conditionHolds(
        db.send(new PutCommand({ TableName: tables.accounts, Item, ConditionExpression })),
      );
      // One that is there already stays as it is.
      await formWriter(db, tables).create(canaryForm(now, random));
      await db.send(new PutCommand({ TableName: tables.webhooks, Item: canaryWebhook(url, now, random) }));
    },

    /** Notes that the webhook of a run came. */
    async noteHeard(run: string, now: number): Promise<void> {
      const Item = {
        counter: `${CANARY_RUNS}${run}`,
        heard_at: now,
        expires_at: epochSeconds(now + HOUR),
      };
      await db.send(new PutCommand({ TableName: tables.counters, Item }));
    },

    /** When the webhook of a run came, in milliseconds since the epoch; undefined as long as it has not. */
    async heardAt(run: string): Promise<number | undefined> {
      const Key = { counter: `${CANARY_RUNS}${run}` };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.counters, Key, ConsistentRead: true }),
      );
      return Item && heardRun.parse(Item).heard_at;
    },
  };
}
