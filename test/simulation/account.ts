/** Simulates an account: its limits, admitted submissions and account-wide webhooks. */
import { accountWebhookMarkStore } from '../../lambdas/accounts/account-webhook-mark-store.ts';
import { quotaStore } from '../../lambdas/accounts/quota-store.ts';
import { absenceMarks, type AbsenceMarks } from '../../lambdas/ingest/absence-marks.ts';
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import './functions.ts';
import type { Invocation } from './aws/invocation.ts';
import { SmallTables } from './aws/small-tables.ts';
import type { World } from './world.ts';

// `functions.ts` doesn't import this module, because tests that set their own environment variables also load
// that file.
const { createAccountWebhook } = await import('../../lambdas/webhooks/create-account-webhook.ts');

export const ACCOUNT_ID = 'acc_0123456789AB';
const SECOND = 1000;
const NEW_ACCOUNT = { plan: 'free', cursor_key: 'key', no_account_webhooks: true };
const PLAN = { monthly_quota: 1_000_000, max_file_bytes: 0, max_forms: 1 };
const PLANS = { free: PLAN, pro: PLAN, team: PLAN };
const TABLES = { accounts: 'account', counters: 'counter' };

/** Simulates an account. Its limits and webhooks change while visitors submit forms. */
export class Account {
  readonly #tables = new SmallTables();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    this.#tables.put(TABLES.accounts, { account_id: ACCOUNT_ID }, NEW_ACCOUNT);
  }

  /**
   * Admits a submission as ingest does: reads the form, reserves a quota unit, and stores the submission when
   * the body has arrived.
   * @param made receives the markers of a form or account without webhooks or e-mails, and
   * returns the function that stores the submission
   * @returns true if the visitor gets a response
   */
  async ingest(formId: string, made: (marks: AbsenceMarks) => () => void): Promise<boolean> {
    const { timeline, random, without, forms } = this.#world;
    const ignores = without === 'account-generation' ? /generation/ : undefined;
    const ending = await this.#world.invoke('ingest', 60 * SECOND, async (invocation) => {
      const begunAt = timeline.now;
      const form = await invocation.call('form.get', () => forms.get(formId) ?? {});
      // Leaves enough time to create a webhook between reading the account and caching its limits.
      const afterRead = () => timeline.sleep(random.between(1, 100));
      const quotas = quotaStore(this.#tables.clientsOf(invocation, { ignores }, afterRead), TABLES, PLANS);
      const quota = await quotas.reserve(ACCOUNT_ID, timeline.now);
      await timeline.sleep(random.chance(0.1) ? random.between(0, 30 * SECOND) : 1);
      const elapsedMs = without === 'short-reading' ? 0 : timeline.now - begunAt;
      await invocation.call('submission.put', made(absenceMarks(form, quota, elapsedMs)));
    });
    return ending.ok;
  }

  /**
   * Returns the store that removes the marker from an account without account-wide webhooks.
   * @param isBroken true if the store leaves the copy that ingest caches unchanged
   */
  marks(invocation: Invocation, isBroken: boolean): ReturnType<typeof accountWebhookMarkStore> {
    const keeps = isBroken ? TABLES.counters : undefined;
    const { db } = this.#tables.clientsOf(invocation, { keeps });
    return accountWebhookMarkStore(db, TABLES, () => this.#world.timeline.now);
  }

  /**
   * Creates an account-wide webhook.
   * @param stored called when the webhook is stored
   * @returns the webhook's id, or undefined if the response to the creation request is lost
   */
  async createWebhook(url: string, stored: (webhook: SigningWebhook) => void): Promise<string | undefined> {
    const { timeline, random, webhooks, without } = this.#world;
    const ending = await this.#world.invoke('create-webhook', 29 * SECOND, async (invocation) => {
      let id: string | undefined;
      const create = createAccountWebhook({
        eventOwners: { add: () => Promise.resolve() },
        webhooks: {
          createWithin: (_, webhook) =>
            invocation.call('webhook.create', () => {
              id = webhook.webhook_id;
              if (!webhooks.rows.has(id)) webhooks.rows.set(id, webhook);
              stored(webhook);
              return { kind: 'stored' } as const;
            }),
          find: () => Promise.resolve(undefined),
        },
        mark: this.marks(invocation, without === 'account-mark'),
        facts: { rates: { rates: () => Promise.resolve(new Map()) }, now: () => timeline.now },
        urlConfig: { allowHttp: false, allowPrivateTargets: false, ownHosts: [] },
        limit: 10,
        now: () => timeline.now,
        random: random.bytes,
      });
      const caller = { account_id: ACCOUNT_ID };
      await create({ body: { url }, caller, audit: { rowOf: () => undefined } } as never);
      return id;
    });
    return ending.ok ? ending.result : undefined;
  }
}
