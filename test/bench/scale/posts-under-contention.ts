/**
 * Simulates submissions at a steady rate to a store that throttles. Returns how many submissions are accepted
 * or refused, and the number of quota units counted.
 */
import { Random } from '../../simulation/random.ts';
import { Timeline } from '../../simulation/timeline.ts';
import { isThrottled } from '../../../lambdas/aws/dynamodb.ts';
import { Unavailable } from '../../../lambdas/core/errors/errors.ts';
import { ContendedQuotas, type QuotaStore } from './contended-quota.ts';
import { ContendedStore } from './contended-store.ts';
import { HotForm } from './hot-form.ts';

export interface Load {
  readonly postsPerSecond: number;
  readonly seconds: number;
  /**
   * True if all submissions share one account, form or address. If false, each submission has a different
   * one.
   */
  readonly one: { readonly account: boolean; readonly form: boolean; readonly address: boolean };
  /** Number of forms that the submissions are sent to if they don't share one. */
  readonly forms: number;
  /** Number of additional submissions per second, each to a different account. */
  readonly othersPerSecond: number;
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
  /** True if the real quota store counts submissions. False if all of them update one item per account. */
  readonly quotaShards: boolean;
  /** Spreads a hot form over several partitions and caches it. `deaths` is the probability that a function dies. */
  readonly spreadsHotForms: { readonly deaths: number } | false;
}

export interface Outcome {
  readonly accepted: number;
  readonly rateLimited: number;
  readonly quotaExceeded: number;
  /** Number of submissions refused with a 503, because the store throttled all three attempts. */
  readonly unavailable: number;
  /** Number of submissions refused by the gateway, because the account had no Lambda concurrency left. */
  readonly noConcurrency: number;
  /** Number of accepted submissions to other accounts. */
  readonly othersAccepted: number;
  readonly mostConcurrent: number;
  /** Latencies of accepted submissions, in milliseconds. */
  readonly latencies: readonly number[];
  /**
   * Number of quota units counted at the end. Must never be lower than the number of accepted submissions.
   */
  readonly used: number;
  /**
   * True if the quota count was ever lower than the number of accepted submissions, or if a submission was stored in
   * a partition that isn't read.
   */
  readonly broken: boolean;
  /** The partition key that was throttled most often. */
  readonly hottest: string | undefined;
  /** When the form was spread over several partitions, in milliseconds after the start. */
  readonly splitAt: number | undefined;
  /** Submissions accepted per second after that, or undefined if the form wasn't spread. */
  readonly acceptedWhenSplit: number | undefined;
}

/** Default limit on concurrent invocations per AWS account. */
const CONCURRENCY = 1000;
/** Assumed duration of a submission request excluding its DynamoDB calls, in milliseconds. */
const OWN_MS = 8;

/** How long an environment caches a hot form, in milliseconds (lambdas/ingest/ingest-store.ts). */
const HOT_FORM_LASTS = 1000;

/** A function environment's memory: exhausted rate limits, its quota store, and the pieces of a hot form. */
interface Environment {
  readonly refused: Set<string>;
  readonly quotas: QuotaStore;
  form?: { readonly pieces: number; readonly until: number };
}

/** How many accepted submissions there are between two checks of the quota. */
const CHECK_EVERY = 100;
/** Number that identifies the first submission to other accounts. */
const OTHERS = 1e9;

/**
 * Simulates the DynamoDB calls of a simple submission: reads the form, counts the rate limit and quota in
 * parallel, and stores the submission.
 */
export async function playPosts(load: Load, design: Design, seed: number): Promise<Outcome> {
  const timeline = new Timeline(0);
  const random = new Random(seed);
  const store = new ContendedStore(timeline, random);
  const counts = {
    accepted: 0,
    rateLimited: 0,
    quotaExceeded: 0,
    unavailable: 0,
    noConcurrency: 0,
    othersAccepted: 0,
  };
  const latencies: number[] = [];
  const sharded = new ContendedQuotas(store, random, load.monthlyQuota);
  const counters = new Set<string>();
  /** Idle function environments. Like Lambda, the simulation prefers the most recently used environment. */
  const idle: Environment[] = [];
  const hotForm = new HotForm(timeline, random, design.spreadsHotForms ? design.spreadsHotForms.deaths : 0);
  let acceptedBeforeSplit = 0;
  let running = 0;
  let mostConcurrent = 0;
  let broken = false;
  const used = (): number =>
    design.quotaShards ? sharded.used : [...counters].reduce((sum, key) => sum + store.used(key), 0);

  /** Counts all of an account's submissions in one item. */
  const oneCounter: QuotaStore = {
    async reserve(accountId) {
      const counter = { counter: `quota ${accountId}`, limit: load.monthlyQuota, expiresAt: 0 };
      counters.add(counter.counter);
      const isReserved = await store.count(counter.counter, counter);
      return { counter, isReserved, plan: 'team', isSuspended: false, noAccountWebhooks: true, used: 0 };
    },
    release: ({ counter }) => store.release(counter),
  };
  const newEnvironment = (): Environment => ({
    refused: new Set(),
    quotas: design.quotaShards ? sharded.environment() : oneCounter,
  });

  /** Reads the form, or takes it from the environment's cache. Returns the number of its pieces. */
  async function piecesOf(form: string, isShared: boolean, environment: Environment): Promise<number> {
    const { form: cached } = environment;
    if (isShared && cached && cached.until > timeline.now) return cached.pieces;
    await store.read(form);
    const pieces = isShared ? hotForm.known.ingest : 1;
    if (pieces > 1) environment.form = { pieces, until: timeline.now + HOT_FORM_LASTS };
    return pieces;
  }

  async function post(number: number, environment: Environment): Promise<void> {
    const { refused, quotas } = environment;
    const isOther = number >= OTHERS;
    const account = load.one.account && !isOther ? 'one' : `number ${number}`;
    const form = isOther ? number : load.one.form ? 0 : number % load.forms;
    const address = load.one.address && !isOther ? 0 : number;
    if (design.quotaShards) sharded.addAccount(account);
    const rate = `rate of form ${form}, address ${address}`;
    const startedAt = timeline.now;
    const isShared = load.one.form && !isOther;
    const pieces = await piecesOf(`slug of form ${form}`, isShared, environment);
    if (refused.has(rate)) {
      counts.rateLimited += 1;
      return;
    }
    const [rateCount, quotaCount] = await Promise.allSettled([
      store.count(rate, { limit: load.rateLimit }),
      quotas.reserve(account, timeline.now),
    ]);
    const isWithinRate = rateCount.status === 'fulfilled' && rateCount.value;
    const quota = quotaCount.status === 'fulfilled' ? quotaCount.value : undefined;
    if (design.remembersRefusals && rateCount.status === 'fulfilled' && !isWithinRate) refused.add(rate);
    if (!isWithinRate || !quota?.isReserved) {
      if (quota?.isReserved) await quotas.release(quota.counter);
      if (rateCount.status === 'rejected') throw rateCount.reason;
      if (quotaCount.status === 'rejected') throw quotaCount.reason;
      counts[isWithinRate ? 'quotaExceeded' : 'rateLimited'] += 1;
      return;
    }
    await timeline.sleep(OWN_MS);
    const piece = pieces > 1 ? random.between(0, pieces - 1) : 0;
    try {
      await store.put(`submissions of form ${form}, ${piece}`, 1);
    } catch (error) {
      await quotas.release(quota.counter);
      throw error;
    }
    counts[isOther ? 'othersAccepted' : 'accepted'] += 1;
    if (!isOther) latencies.push(timeline.now - startedAt);
    if (design.spreadsHotForms && isShared) hotForm.note(piece);
    if (!isOther && hotForm.splitAt === undefined) acceptedBeforeSplit += 1;
    if (load.one.account && counts.accepted % CHECK_EVERY === 0) check();
  }

  const check = (): void => {
    const accepted = counts.accepted + counts.othersAccepted;
    if (used() < accepted || hotForm.lost > 0) broken = true;
  };
  const others = load.othersPerSecond * load.seconds;
  const total = load.postsPerSecond * load.seconds + others;
  let ended = 0;
  const begin = (number: number): void => {
    if (running >= CONCURRENCY) {
      counts.noConcurrency += 1;
      ended += 1;
      return;
    }
    running += 1;
    mostConcurrent = Math.max(mostConcurrent, running);
    const environment = idle.pop() ?? newEnvironment();
    void post(number, environment)
      .catch((error: unknown) => {
        if (!isThrottled(error) && !(error instanceof Unavailable)) throw error;
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
      begin(number < others ? OTHERS + number : number);
    });
  await timeline.run(() => ended === total);
  check();
  const [hottest] = [...store.throttled].toSorted(([, a], [, b]) => b - a);
  const { splitAt } = hotForm;
  const acceptedWhenSplit =
    splitAt === undefined
      ? undefined
      : ((counts.accepted - acceptedBeforeSplit) * 1000) / (load.seconds * 1000 - splitAt);
  return {
    ...counts,
    mostConcurrent,
    latencies,
    used: used(),
    broken,
    hottest: hottest?.[0],
    splitAt,
    acceptedWhenSplit,
  };
}
