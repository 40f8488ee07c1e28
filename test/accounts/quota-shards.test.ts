import { QuotaLoad } from '../../lambdas/accounts/quota-load.ts';
import {
  allocationFor,
  estimatedUse,
  isHalfEmpty,
  shardCapacity,
  usedWithShards,
} from '../../lambdas/accounts/quota-shards.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
/** A quota of 100,000 has shards of 50 units, which are 1% of the quota together. */
const COUNTER = { used: 1000, quota_limit: 100_000, plan: 'team', plans: 'digest', generation: 2 } as const;
const OPEN = { ...COUNTER, open_until: NOW + 1, used: 0, allocated: 0 };

it('keeps at most 1% of the quota in shards, and none of a small quota', () => {
  expect([100, 10_000, 19_999].map(shardCapacity)).toEqual([0, 0, 0]);
  expect([20_000, 100_000, 1_000_000, 1_000_000_000].map(shardCapacity)).toEqual([10, 50, 500, 1000]);
});

describe('allocationFor', () => {
  it('fills a new or half-empty shard', () => {
    expect(allocationFor(COUNTER, 3, undefined, NOW)).toEqual({ units: 50, before: 0, allocated: 50 });
    const halfEmpty = { ...OPEN, used: 25, allocated: 50 };
    expect(isHalfEmpty(halfEmpty)).toBe(true);
    expect(allocationFor({ ...COUNTER, shard_3: 50 }, 3, halfEmpty, NOW)).toEqual({
      units: 25,
      before: 50,
      allocated: 75,
    });
  });

  it('takes the last units of the counter, and none if it has none', () => {
    const shard = { ...OPEN, used: 50, allocated: 50 };
    const with99_990 = { ...COUNTER, used: 99_990, shard_3: 50 };
    expect(allocationFor(with99_990, 3, shard, NOW)).toMatchObject({ units: 10, allocated: 60 });
    expect(allocationFor({ ...with99_990, used: 100_000 }, 3, shard, NOW)).toBeUndefined();
    expect(allocationFor({ ...COUNTER, quota_limit: 10_000 }, 3, undefined, NOW)).toBeUndefined();
  });

  it("uses units that the counter has already moved, if the shard doesn't have them or is closed", () => {
    const moved = { units: 0, before: 90, allocated: 90 };
    const counter = { ...COUNTER, shard_3: 90 };
    const full = { ...OPEN, used: 40, allocated: 90 };
    expect(allocationFor(counter, 3, undefined, NOW)).toEqual(moved);
    expect(allocationFor(counter, 3, { ...full, allocated: 50 }, NOW)).toEqual(moved);
    expect(allocationFor(counter, 3, { ...full, generation: 1 }, NOW)).toEqual(moved);
    expect(allocationFor(counter, 3, { ...full, open_until: NOW }, NOW)).toEqual(moved);
    expect(allocationFor(counter, 3, { used: 40, allocated: 90, generation: 2 }, NOW)).toEqual(moved);
    // Another function has just filled this shard.
    expect(allocationFor(counter, 3, full, NOW)).toBeUndefined();
  });

  it('moves nothing after the limit was lowered below the usage', () => {
    const counter = { ...COUNTER, used: 30_001, quota_limit: 30_000, shard_3: 90 };
    expect(allocationFor(counter, 3, { used: 40, allocated: 90 }, NOW)).toBeUndefined();
  });
});

it('counts only the used units of shards', () => {
  const counter = { used: 1000, shard_0: 50, shard_7: 100 };
  const used = new Map([
    ['quota#acc_1#2026-11#0', 50],
    ['quota#acc_1#2026-11#7', 30],
  ]);
  expect(usedWithShards(counter, 'quota#acc_1#2026-11', used)).toBe(930);
  expect(usedWithShards(counter, 'quota#acc_1#2026-11', new Map())).toBe(850);
});

it('estimates the usage from a shard at most 1% above the counter', () => {
  expect(estimatedUse(79_000, 100_000)).toBe(80_000);
  expect(estimatedUse(99_999, 100_000)).toBe(99_999);
});

describe('QuotaLoad', () => {
  const counter = (used: number) => ({ used, quota_limit: 100_000 });

  it('calls an account busy from 300 submissions per second', () => {
    const load = new QuotaLoad();
    load.measure('quiet', counter(0), NOW);
    load.measure('quiet', counter(99), NOW + 10);
    load.measure('quiet', counter(100), NOW + 340);
    load.measure('busy', counter(0), NOW);
    load.measure('busy', counter(100), NOW + 333);
    expect([load.isBusy('quiet', NOW + 340), load.isBusy('busy', NOW + 340)]).toEqual([false, true]);
    expect(load.usesShards('busy', NOW + 340)).toBe(true);
    expect(load.isBusy('busy', NOW + 10_333)).toBe(false);
  });

  it('calls an account busy after three throttled requests within ten seconds of each other', () => {
    const load = new QuotaLoad();
    const isBusyAfter = (at: number): boolean => {
      load.countThrottled('used up', NOW + at);
      return load.isBusy('used up', NOW + at);
    };
    expect([0, 10_000, 15_000, 24_999].map(isBusyAfter)).toEqual([false, false, false, true]);
    expect(load.isBusy('used up', NOW + 35_000)).toBe(false);
  });

  it('uses no shards for a small quota', () => {
    const load = new QuotaLoad();
    load.measure('small', { used: 0, quota_limit: 10_000 }, NOW);
    load.measure('small', { used: 500, quota_limit: 10_000 }, NOW + 100);
    expect([load.isBusy('small', NOW + 100), load.usesShards('small', NOW + 100)]).toEqual([true, false]);
  });

  it('fails requests for a second after throttling, and remembers empty shards of a generation', () => {
    const load = new QuotaLoad();
    load.brake('hot', NOW);
    load.markEmpty('hot', 3, NOW);
    expect([load.isBraked('hot', NOW + 999), load.isBraked('hot', NOW + 1000)]).toEqual([true, false]);
    expect([load.isEmpty('hot', 3, NOW + 999), load.isEmpty('hot', 4, NOW + 999)]).toEqual([true, false]);
  });
});
