/** Tests the store of the webhooks table. The simulation's in-memory table must behave identically. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import {
  webhookCreationStore,
  webhookUrlStore,
  type WebhookCreation,
} from '../../lambdas/webhooks/webhook-creation-store.ts';
import type { ItemClient } from '../../lambdas/aws/item-client.ts';
import { endpointHealthStore } from '../../lambdas/webhooks/endpoint-health/endpoint-health-store.ts';
import { signingWebhookStore } from '../../lambdas/webhooks/signing/signing-webhook-store.ts';
import { webhookStore } from '../../lambdas/webhooks/webhook-store.ts';
import { DAY, timestamp } from '../../lambdas/core/clock.ts';
import { newFormId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import {
  liveSecrets,
  newWebhook,
  newWebhookSecret,
  type SigningWebhook,
} from '../../lambdas/webhooks/webhook.ts';
import type { EndpointHealthStore } from '../../lambdas/webhooks/endpoint-health/endpoint-health.ts';
import { Webhooks } from '../simulation/aws/stores.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const now = Date.UTC(2026, 10, 20);
const newOne = (formId = newFormId(systemRandom)): SigningWebhook =>
  newWebhook({ account_id: 'acc_1', owner_id: formId }, { url: 'https://one.example/' }, now, systemRandom);

interface Store {
  put(of: SigningWebhook): Promise<unknown>;
  /** Reads a webhook with its secrets. */
  read(of: SigningWebhook): Promise<SigningWebhook | undefined>;
  change: ReturnType<typeof webhookStore>['change'];
  list: ReturnType<typeof webhookStore>['list'];
  health: EndpointHealthStore;
}

function real(): Store {
  const { db, items, tables } = stores;
  const { change, list } = webhookStore(db, tables.webhooks);
  return {
    put: (of) => db.send(new PutCommand({ TableName: tables.webhooks, Item: of })),
    read: ({ owner_id, webhook_id }) =>
      signingWebhookStore(items, tables.webhooks).find(owner_id, webhook_id),
    change,
    list,
    health: endpointHealthStore(db, tables),
  };
}

function simulated(): Store {
  const rows = new Webhooks();
  const later = <T>(effect: () => T): Promise<T> => Promise.resolve().then(effect);
  return {
    put: (of) => later(() => rows.rows.set(of.webhook_id, of)),
    read: (of) => later(() => rows.find(of.webhook_id)),
    change: (_, id, to, at) => later(() => rows.change(id, to, at)),
    list: (ownerId) => later(() => rows.list(ownerId)),
    health: {
      markFailing: (...of) => later(() => void rows.markFailing(...of)),
      markWorking: (of, at) => later(() => rows.markWorking(of, at)),
      disable: (...of) => later(() => void rows.disable(...of)),
      markProbed: (of, due) => later(() => rows.markProbed(of, due)),
      probesQueued: (of) => later(() => rows.probesQueued(of)),
      failingEmailQueued: (of) => later(() => rows.failingEmailQueued(of)),
      markSlow: (of, until) => later(() => rows.markSlow(of, until)),
      ownerEmailQueued: (of) => later(() => rows.ownerEmailQueued(of)),
    },
  };
}

describe.each([
  ['in DynamoDB', real],
  ['of the simulation', simulated],
])('the store %s', (_, make) => {
  let store: Store;
  let made: SigningWebhook;
  beforeEach(async () => {
    store = make();
    made = newOne();
    await store.put(made);
  });
  const change = (to: Parameters<Store['change']>[2], at = now + 1000): Promise<boolean> =>
    store.change(made.owner_id, made.webhook_id, to, at);

  it('changes only the given attributes', async () => {
    expect(await change({ url: 'https://two.example/' })).toBe(true);
    expect(await store.read(made)).toEqual({
      ...made,
      url: 'https://two.example/',
      failure_until: timestamp(now + 1000),
      version: 1,
      updated_at: timestamp(now + 1000),
    });
  });

  it('keeps both changes if two requests change different parts at the same time', async () => {
    await Promise.all([change({ url: 'https://two.example/' }), change({ enabled: false })]);
    expect(await store.read(made)).toMatchObject({ url: 'https://two.example/', enabled: false });
  });

  it('sets and removes names and headers', async () => {
    await change({ name: 'List', format: 'slack', headers: { 'x-b': '2', authorization: 'Bearer abc' } });
    const named = { name: 'List', format: 'slack', header_names: ['authorization', 'x-b'] };
    expect(await store.read(made)).toMatchObject({
      ...named,
      headers: { authorization: 'Bearer abc', 'x-b': '2' },
    });
    const [listed] = await store.list(made.owner_id);
    expect(listed).toMatchObject(named);
    expect(JSON.stringify(listed)).not.toContain('Bearer');
    await change({ name: null, format: 'standard', headers: {} });
    expect(await store.read(made)).toEqual({
      ...made,
      format: 'standard',
      headers: {},
      header_names: [],
      version: 2,
      updated_at: timestamp(now + 1000),
    });
  });

  it("doesn't change or create a missing webhook", async () => {
    const other = newOne();
    expect(await store.change(other.owner_id, other.webhook_id, { enabled: true }, now)).toBe(false);
    expect(await store.read(other)).toBeUndefined();
  });

  it('keeps the last two secrets for a day each and lists the current one first', async () => {
    const [second, third, fourth] = Array.from({ length: 3 }, () => newWebhookSecret(systemRandom));
    const live = async (at: number): Promise<string[]> => liveSecrets((await store.read(made))!, at);
    expect(await live(now)).toEqual([made.secret]);

    await change({ secret: second }, now);
    expect(await live(now + DAY - 1)).toEqual([second, made.secret]);
    expect(await live(now + DAY)).toEqual([second]);

    await change({ secret: third }, now + DAY / 2);
    expect(await live(now + DAY / 2)).toEqual([third, second, made.secret]);
    expect(await live(now + DAY)).toEqual([third, second]);

    await change({ secret: fourth }, now + DAY / 2 + 1);
    expect(await live(now + DAY / 2 + 1)).toEqual([fourth, third, second]);
  });

  it('lists webhooks without their secrets', async () => {
    await change({ secret: newWebhookSecret(systemRandom) });
    const listed = await store.list(made.owner_id);
    expect(listed).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(listed[0]).not.toHaveProperty('owner_email_due');
  });

  describe('endpoint health', () => {
    const failing = async (): Promise<SigningWebhook> => {
      await store.health.markFailing(made, timestamp(now), true);
      return (await store.read(made))!;
    };

    it('records only the time of the first failure', async () => {
      expect((await failing()).failing_since).toBe(timestamp(now));
      await store.health.markFailing(made, timestamp(now + DAY), true);
      expect(await store.read(made)).toMatchObject({ failing_since: timestamp(now) });
    });

    it('is reset by a success unless the success is older than the failure', async () => {
      const seen = await failing();
      await store.health.markWorking({ ...seen, failing_since: timestamp(now - 1) }, timestamp(now));
      expect(await store.read(made)).toHaveProperty('failing_since');
      await store.health.markWorking(seen, timestamp(now));
      expect(await store.read(made)).not.toHaveProperty('failing_since');
    });

    it('ignores failures at another URL or of a disabled webhook', async () => {
      await store.health.markFailing({ ...made, url: 'https://old.example/' }, timestamp(now), true);
      await change({ enabled: false });
      await store.health.markFailing(made, timestamp(now), true);
      expect(await store.read(made)).not.toHaveProperty('failing_since');
    });

    it('is disabled only once, with a marker that stays until the owner is notified', async () => {
      const seen = await failing();
      await store.health.disable(seen, 'failing', timestamp(now + DAY));
      await store.health.disable(seen, 'failing', timestamp(now + 2 * DAY));
      const disabled = (await store.read(made))!;
      expect(disabled).toMatchObject({
        enabled: false,
        disabled_reason: 'failing',
        owner_email_due: timestamp(now + DAY),
      });
      await store.health.ownerEmailQueued(disabled);
      expect(await store.read(made)).not.toHaveProperty('owner_email_due');
    });

    it('stores the time until which the endpoint is slow unless the URL has changed', async () => {
      await store.health.markSlow(made, timestamp(now));
      expect(await store.read(made)).toMatchObject({ slow_until: timestamp(now) });
      await change({ url: 'https://two.example/' });
      await store.health.markSlow(made, timestamp(now));
      expect(await store.read(made)).not.toHaveProperty('slow_until');
    });

    it("doesn't disable a webhook that worked or was changed after it was read", async () => {
      const seen = await failing();
      await store.health.markWorking(seen, timestamp(now));
      await store.health.disable(seen, 'failing', timestamp(now + DAY));
      expect(await store.read(made)).toMatchObject({ enabled: true });
    });

    it.each([{ url: 'https://two.example/' }, { enabled: true }])('is reset by %j', async (to) => {
      const seen = await failing();
      await store.health.disable(seen, 'failing', timestamp(now + DAY));
      await change({ enabled: true });
      await store.health.markFailing((await store.read(made))!, timestamp(now + DAY), true);
      await change(to);
      const changed = await store.read(made);
      expect(changed).toMatchObject({ enabled: true });
      for (const name of ['failing_since', 'disabled_reason', 'owner_email_due']) {
        expect(changed).not.toHaveProperty(name);
      }
    });
  });
});

describe('a new webhook', () => {
  const form = () => ({ account_id: 'acc_1', form_id: newFormId(systemRandom) });
  type OfForm = ReturnType<typeof form>;
  const keepForm = (of: OfForm) =>
    stores.db.send(
      new PutCommand({
        TableName: stores.tables.forms,
        Item: { ...of, slug: 'a-form', created_at: timestamp(now) },
      }),
    );
  const create = (of: OfForm, url?: string): Promise<WebhookCreation> =>
    webhookCreationStore(stores.db, stores.tables, Date.now).createWithin(10, {
      ...newOne(of.form_id),
      url: url ?? `https://${randomUUID()}.example/`,
    });

  it("can't exceed the limit of ten, even if requests race", async () => {
    const of = form();
    await keepForm(of);
    const results = await Promise.all(Array.from({ length: 30 }, () => create(of)));
    expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(10);
    expect(results.filter(({ kind }) => kind === 'too-many')).toHaveLength(20);
    expect(await webhookStore(stores.db, stores.tables.webhooks).list(of.form_id)).toHaveLength(10);
  });

  it('can replace a deleted one', async () => {
    const of = form();
    await keepForm(of);
    for (let count = 0; count < 10; count += 1) expect(await create(of)).toEqual({ kind: 'stored' });
    expect(await create(of)).toEqual({ kind: 'too-many' });
    const webhooks = webhookStore(stores.db, stores.tables.webhooks);
    const [one] = await webhooks.list(of.form_id);
    expect(await webhooks.delete(of.form_id, one!.webhook_id)).toBe(true);
    expect(await webhooks.delete(of.form_id, one!.webhook_id)).toBe(false);
    expect(await create(of)).toEqual({ kind: 'stored' });
    expect(await create(of)).toEqual({ kind: 'too-many' });
  });

  it("can't share its URL with another webhook, even if requests race", async () => {
    const of = form();
    await keepForm(of);
    const same = ['https://one.example/in', 'https://ONE.example:443/in', 'https://one.example/in#part'];
    const results = await Promise.all(same.flatMap((url) => [create(of, url), create(of, url)]));
    expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    const [stored] = await webhookStore(stores.db, stores.tables.webhooks).list(of.form_id);
    expect(results.filter(({ kind }) => kind !== 'stored')).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'same-url', webhookId: stored!.webhook_id })),
    );
    expect(await create(of, 'https://one.example/in?x')).toEqual({ kind: 'stored' });
  });

  it("can't take a URL that another webhook takes at the same time", async () => {
    const of = form();
    await keepForm(of);
    await Promise.all([create(of), create(of)]);
    const { list } = webhookStore(stores.db, stores.tables.webhooks);
    const store = webhookUrlStore(stores.db, stores.tables, Date.now);
    const wanted = { url: 'https://wanted.example/' };
    const results = await Promise.all((await list(of.form_id)).map((each) => store.changeUrl(each, wanted)));
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'same-url']);
    const [one] = (await list(of.form_id)).filter(({ url }) => url === wanted.url);
    expect(await store.changeUrl(one!, { ...wanted, name: 'Mine' })).toEqual({ kind: 'changed' });
    expect(await store.changeUrl(newOne(of.form_id), { url: 'https://other.example/' })).toEqual({
      kind: 'webhook-gone',
    });
  });

  it('is not stored for a deleted form', async () => {
    const of = form();
    expect(await create(of)).toEqual({ kind: 'form-gone' });
    expect(await webhookStore(stores.db, stores.tables.webhooks).list(of.form_id)).toEqual([]);
  });
});

describe('a webhook read by many callers', () => {
  it('is read once for concurrent callers and read again for later callers', async () => {
    const { db, items, tables } = stores;
    const [one, other] = [newOne(), newOne()];
    for (const Item of [one, other]) await db.send(new PutCommand({ TableName: tables.webhooks, Item }));
    const read: unknown[] = [];
    const counting: ItemClient = {
      ...items,
      get(input) {
        read.push(input.Key?.['webhook_id']);
        return items.get(input);
      },
    };
    const { find } = signingWebhookStore(counting, tables.webhooks);
    const ask = ({ owner_id, webhook_id }: SigningWebhook) => find(owner_id, webhook_id);
    const none = newOne();
    const found = await Promise.all([one, other, one, one, none].map(ask));
    expect(found).toEqual([one, other, one, one, undefined]);
    expect(read).toEqual([one.webhook_id, other.webhook_id, none.webhook_id]);

    await webhookStore(db, tables.webhooks).change(one.owner_id, one.webhook_id, { enabled: false }, now);
    expect(await ask(one)).toMatchObject({ enabled: false });
    expect(read).toHaveLength(4);
  });

  it("fails only for the concurrent callers if it can't be read", async () => {
    const { find } = signingWebhookStore(stores.items, stores.tables.webhooks);
    const { owner_id, webhook_id, ...damaged } = newOne();
    const good = newOne();
    for (const Item of [{ owner_id, webhook_id, ...damaged, url: 5 }, good])
      await stores.db.send(new PutCommand({ TableName: stores.tables.webhooks, Item }));
    const results = await Promise.allSettled([
      find(owner_id, webhook_id),
      find(owner_id, webhook_id),
      find(good.owner_id, good.webhook_id),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
