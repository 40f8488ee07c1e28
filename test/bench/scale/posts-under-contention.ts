/**
 * Simulates submissions at a steady rate to a store that throttles. Returns how many submissions are accepted
 * or refused, and the number of quota units counted.
 */
import { Random } from '../../simulation/random.ts';
import { Timeline } from '../../simulation/timeline.ts';
import { ContendedStore, Throttled } from './contended-store.ts';

export interface Load {
  readonly postsPerSecond: number;
  readonly seconds: number;
  /**
   * True if all submissions share one account, form or address. If false, each submission has a different
   * one.
   */
  readonly one: { readonly account: boolean; readonly form: boolean; readonly address: boolean };
  readonly rateLimit: number;
  readonly monthlyQuota: number;
}

/** Design options that would raise a throughput limit. */
export interface Design {
  /**
   * True if functions remember addresses that have reached their rate limit, and refuse their submissions
   * without calling DynamoDB.
   */
  readonly remembersRefusals: boolean;
  /** Number of items that an account's monthly count is split across. */
  readonly quota: number;
  /** Number of partitions that a form's submissions are split across. */
  readonly submissions: number;
}

export interface Outcome {
  readonly accepted: number;
  readonly rateLimited: number;
  readonly quotaExceeded: number;
  /** Number of submissions refused with a 503, because the store throttled all three attempts. */
  readonly unavailable: number;
  /** Number of submissions refused by the gateway, because the account had no Lambda concurrency left. */
  readonly noConcurrency: number;
  readonly mostConcurrent: number;
  /** Latencies of accepted submissions, in milliseconds. */
  readonly latencies: readonly number[];
  /**
   * Number of quota units counted at the end. Must never be lower than the number of accepted submissions.
   */
  readonly used: number;
  /**
   * True if the quota count was ever lower than the number of accepted submissions, or higher than the quota.
   */
  readonly broken: boolean;
  /** The partition key that was throttled most often. */
  readonly hottest: string | undefined;
}

/** Default limit on concurrent invocations per AWS account. */
const CONCURRENCY = 1000;
/** Assumed duration of a submission request excluding its DynamoDB calls, in milliseconds. */
const OWN_MS = 8;

/** Exhausted rate limits that a function environment remembers. */
type Environment = Set<string>;

/**
 * Simulates the DynamoDB calls of a simple submission: reads the form, counts the rate limit and quota in
 * parallel, and stores the submission.
 */
export async function playPosts(load: Load, design: Design, seed: number): Promise<Outcome> {
  const timeline = new Timeline(0);
  const random = new Random(seed);
  const store = new ContendedStore(timeline, random);
  const counts = { accepted: 0, rateLimited: 0, quotaExceeded: 0, unavailable: 0, noConcurrency: 0 };
  const latencies: number[] = [];
  const quotaKeys = new Set<string>();
  /** Idle function environments. Like Lambda, the simulation prefers the most recently used environment. */
  const idle: Environment[] = [];
  let running = 0;
  let mostConcurrent = 0;
  let broken = false;
  const used = (): number => [...quotaKeys].reduce((sum, key) => sum + store.used(key), 0);

  async function post(number: number, refused: Environment): Promise<void> {
    const account = load.one.account ? 0 : number;
    const form = load.one.form ? 0 : number;
    const address = load.one.address ? 0 : number;
    const rate = `rate of form ${form}, address ${address}`;
    const quota = `quota of account ${account}, ${number % design.quota}`;
    quotaKeys.add(quota);
    const startedAt = timeline.now;
    await store.read(`slug of form ${form}`);
    if (refused.has(rate)) {
      counts.rateLimited += 1;
      return;
    }
    const counted = await Promise.allSettled([
      store.count(rate, { limit: load.rateLimit }),
      store.count(quota, { limit: Math.floor(load.monthlyQuota / design.quota) }),
    ]);
    const [isWithinRate, isWithinQuota] = counted.map(
      (each) => each.status === 'fulfilled' && each.value,
    ) as [boolean, boolean];
    const failed = counted.find((each) => each.status === 'rejected');
    if (design.remembersRefusals && counted[0].status === 'fulfilled' && !isWithinRate) refused.add(rate);
    if (failed || !isWithinRate || !isWithinQuota) {
      if (isWithinQuota) await store.release(quota);
      if (failed) throw new Throttled();
      counts[isWithinRate ? 'quotaExceeded' : 'rateLimited'] += 1;
      return;
    }
    await timeline.sleep(OWN_MS);
    try {
      await store.put(`submissions of form ${form}, ${number % design.submissions}`, 1);
    } catch (error) {
      await store.release(quota);
      throw error;
    }
    counts.accepted += 1;
    latencies.push(timeline.now - startedAt);
    if (load.one.account && (used() < counts.accepted || used() > load.monthlyQuota)) broken = true;
  }

  const total = load.postsPerSecond * load.seconds;
  let ended = 0;
  const begin = (number: number): void => {
    if (running >= CONCURRENCY) {
      counts.noConcurrency += 1;
      ended += 1;
      return;
    }
    running += 1;
    mostConcurrent = Math.max(mostConcurrent, running);
    const environment = idle.pop() ?? new Set();
    void post(number, environment)
      .catch((error: unknown) => {
        if (!(error instanceof Throttled)) throw error;
        counts.unavailable += 1;
      })
      .finally(() => {
        idle.push(environment);
        running -= 1;
        ended += 1;
      });
  };
  for (let number = 0; number < total; number += 1)
    timeline.after(random.next() * load.seconds * 1000, () => {
      begin(number);
    });
  await timeline.run(() => ended === total);
  const [hottest] = [...store.throttled].toSorted(([, a], [, b]) => b - a);
  return { ...counts, mostConcurrent, latencies, used: used(), broken, hottest: hottest?.[0] };
}
