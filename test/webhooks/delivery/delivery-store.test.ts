/** Tests the store of the deliveries table. The simulation's in-memory table must behave identically. */
import { deliveryStore, type Overdue } from '../../../lambdas/webhooks/delivery/delivery-store.ts';
import { MINUTE, timestamp } from '../../../lambdas/core/clock.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { deliveryIdOf, newFormId, newSubmissionId, newWebhookId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { cancelCheck, OVERDUE_SHARDS } from '../../../lambdas/webhooks/delivery/overdue-index.ts';
import { Deliveries } from '../../simulation/aws/stores.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

type Store = Omit<ReturnType<typeof deliveryStore>, 'list' | 'withhold'>;

let stores: TestStores;
let real: ReturnType<typeof deliveryStore>;
beforeAll(async () => {
  stores = await startStores();
  real = deliveryStore(stores, stores.tables.deliveries);
});
afterAll(() => stores.stop());

function simulated(): Store {
  const rows = new Deliveries();
  return {
    find: (_, id) => Promise.resolve(rows.find(id)),
    ofSubmission: (webhook, submission) => {
      const first = rows.find(deliveryIdOf(webhook, submission));
      return Promise.resolve(first ? [first] : []);
    },
    create: (of) => Promise.resolve(rows.create(of)),
    replace: (before, after) => Promise.resolve(rows.replace(before, after)),
    // eslint-disable-next-line @typescript-eslint/require-await -- has the same signature as the real function, which reads the table
    async *overdue(part, now) {
      yield rows.overdue(part, now);
    },
    postpone(of, until) {
      rows.postpone(of, until);
      return Promise.resolve();
    },
  };
}

const formId = newFormId(systemRandom);
const webhookId = newWebhookId(formId, systemRandom);
const newOne = (at = Date.now(), to = webhookId): Delivery =>
  newDelivery(to, newSubmissionId(formId, at, systemRandom), at);

async function overdueAt(store: Store, now: number): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const shard of OVERDUE_SHARDS) {
    for await (const page of store.overdue(shard, timestamp(now))) found.push(...page);
  }
  return found;
}

describe.each([
  ['in DynamoDB', (): Store => real],
  ['of the simulation', simulated],
])('the store %s', (_, make) => {
  it('keeps only the first of two deliveries created with the same ID', async () => {
    const store = make();
    const made = newOne();
    expect(await store.create(made)).toBe(true);
    expect(await store.create({ ...made, attempts: 3 })).toBe(false);
    expect(await store.find(webhookId, made.delivery_id)).toEqual(made);
  });

  it('finds no delivery if none has been stored', async () => {
    expect(await make().find(webhookId, newOne().delivery_id)).toBeUndefined();
  });

  it('accepts only one of several concurrent changes', async () => {
    const store = make();
    const made = newOne();
    await store.create(made);
    const changes = Array.from({ length: 20 }, (_, attempts) => ({ ...made, attempts }));
    const stored = (await Promise.all(changes.map((after) => store.replace(made, after)))).filter(
      (each) => each !== undefined,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]!.version).toBe(2);
    expect(await store.find(webhookId, made.delivery_id)).toEqual(stored[0]);
    expect(await store.replace(stored[0]!, made)).toMatchObject({ version: 3 });
  });

  it('finds only overdue deliveries that are in the index', async () => {
    const store = make();
    const long = Date.now() - 365 * 24 * 60 * MINUTE;
    const [late, soon, done] = [newOne(long), newOne(long + 5 * MINUTE), newOne(long)];
    for (const each of [late, soon, done]) await store.create(each);
    await store.replace(done, cancelCheck(done));

    const { webhook_id, delivery_id, created_at, check_at } = late;
    expect(await overdueAt(store, long + 15 * MINUTE - 1)).toEqual([]);
    expect(await overdueAt(store, long + 15 * MINUTE)).toEqual([
      { webhook_id, delivery_id, created_at, check_at },
    ]);
    const both = await overdueAt(store, long + 20 * MINUTE);
    expect(both.map((each) => each.delivery_id).toSorted()).toEqual(
      [late, soon].map((each) => each.delivery_id).toSorted(),
    );

    const until = timestamp(long + 60 * MINUTE);
    const seen = both.find((each) => each.delivery_id === delivery_id)!;
    await store.postpone(seen, until);
    expect((await overdueAt(store, long + 20 * MINUTE)).map((each) => each.delivery_id)).toEqual([
      soon.delivery_id,
    ]);
    // The check was postponed after `seen` was read, so `seen` is outdated.
    await store.postpone(seen, timestamp(long + 90 * MINUTE));
    expect(await store.find(webhook_id, delivery_id)).toMatchObject({ check_at: until, version: 1 });
    for (const each of [late, soon]) {
      const stored = (await store.find(webhook_id, each.delivery_id))!;
      await store.replace(stored, cancelCheck(stored));
    }
  });

  it("doesn't put a removed delivery back into the index", async () => {
    const store = make();
    const made = newOne(0);
    await store.create(made);
    const [seen] = await overdueAt(store, 60 * MINUTE);
    await store.replace(made, cancelCheck(made));
    await store.postpone(seen!, timestamp(Date.now()));
    expect(await overdueAt(store, Date.now())).toEqual([]);
    expect((await store.find(webhookId, made.delivery_id))?.check_at).toBeUndefined();
  });
});

it('lists the last fifty deliveries, newest first, even if their logs exceed one page of the store', async () => {
  const to = newWebhookId(formId, systemRandom);
  const entry = { attempt: 1, at: timestamp(0), duration_ms: 1, status_code: 500, error: 'HTTP 500' };
  const log = Array.from({ length: 20 }, () => ({ ...entry, response_excerpt: 'é'.repeat(512) }));
  const made = Array.from({ length: 55 }, (_, index) => ({ ...newOne(1000 * (index + 1), to), log }));
  await Promise.all(made.map((each) => real.create(cancelCheck(each))));
  const { rows: listed } = await real.list(to, {}, 50, undefined);
  expect(listed.map((each) => each.delivery_id)).toEqual(
    made
      .map((each) => each.delivery_id)
      .toReversed()
      .slice(0, 50),
  );
});
