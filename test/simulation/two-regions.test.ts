/**
 * Simulates the real quota store in two regions. Their tables replicate each other with multi-Region eventual
 * consistency (docs/regions.md): each region accepts writes, and the later write of an item replaces the
 * earlier one.
 */
import { quotaStore } from '../../lambdas/accounts/quota-store.ts';
import { Random } from './random.ts';
import { SmallTables } from './aws/small-tables.ts';

const TABLES = { accounts: 'account', counters: 'counter' };
const ACCOUNT_ID = 'acc_0123456789AB';
const START = Date.UTC(2026, 10, 2);
const SECOND = 1000;
/** According to AWS, replication usually takes up to a second. */
const REPLICATION = [200, 1000] as const;

interface Replicated {
  readonly arrivesAt: number;
  readonly writtenAt: number;
  readonly to: number;
  readonly apply: () => void;
}

/**
 * Sends submissions to two regions in turn, at a constant rate, and waits until everything is replicated.
 * @returns the number of accepted submissions, and the counter's value in each region
 */
async function submit(
  perSecond: number,
  submissions: number,
  quota: number,
): Promise<{ accepted: number; counted: number[] }> {
  const random = new Random(1);
  const plan = { monthly_quota: quota, max_file_bytes: 0, max_forms: 1 };
  const lastWrites: Map<string, number>[] = [new Map(), new Map()];
  let inFlight: Replicated[] = [];
  let now = START;
  const regions: SmallTables[] = [0, 1].map(
    (region) =>
      new SmallTables((table, key, item) => {
        const [from, to] = [lastWrites[region], lastWrites[1 - region]];
        const writtenAt = now;
        from?.set(`${table} ${key}`, writtenAt);
        const apply = (): void => {
          if ((to?.get(`${table} ${key}`) ?? 0) >= writtenAt) return;
          to?.set(`${table} ${key}`, writtenAt);
          regions[1 - region]?.replicate(table, key, item);
        };
        inFlight.push({ arrivesAt: now + random.between(...REPLICATION), writtenAt, to: 1 - region, apply });
      }),
  );
  const arrive = (until: number): void => {
    const due = inFlight.filter(({ arrivesAt }) => arrivesAt <= until);
    inFlight = inFlight.filter(({ arrivesAt }) => arrivesAt > until);
    for (const { apply } of due.toSorted((a, b) => a.arrivesAt - b.arrivesAt)) apply();
  };
  const call = <Result>(_: string, effect: () => Result): Promise<Result> => Promise.resolve().then(effect);
  const stores = regions.map((tables) => {
    tables.put(TABLES.accounts, { account_id: ACCOUNT_ID }, { plan: 'free', cursor_key: 'key' });
    return quotaStore(tables.clientsOf({ call }), TABLES, { free: plan, pro: plan, team: plan });
  });
  let accepted = 0;
  for (let count = 0; count < submissions; count += 1) {
    now = START + Math.round((count * SECOND) / perSecond);
    arrive(now);
    const { isReserved } = (await stores[count % 2]?.reserve(ACCOUNT_ID, now)) ?? { isReserved: false };
    if (isReserved) accepted += 1;
  }
  arrive(now + 10 * SECOND);
  now += 10 * SECOND;
  const counted = await Promise.all(stores.map(async (store) => (await store.find(ACCOUNT_ID, now)).used));
  return { accepted, counted };
}

it('counts every submission if each one is replicated before the next one arrives', async () => {
  expect(await submit(0.5, 1000, 1_000_000)).toEqual({ accepted: 1000, counted: [1000, 1000] });
});

// At these rates, a region writes again before the other region's write arrives, so its own count wins.
it.each([10, 50])('loses half of the counts at %i submissions per second', async (perSecond) => {
  expect(await submit(perSecond, 5000, 1_000_000)).toEqual({ accepted: 5000, counted: [2500, 2500] });
});

it('accepts twice the quota', async () => {
  expect(await submit(10, 5000, 1000)).toEqual({ accepted: 2000, counted: [1000, 1000] });
});
