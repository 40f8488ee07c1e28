/**
 * Simulates DynamoDB partitions to find the maximum throughput of one account, one form and one address
 * (docs/scale.md).
 */
import { percentile } from '../figures.ts';
import { playPosts, type Load, type Design } from './posts-under-contention.ts';

const SECONDS = 10;
const ENOUGH = 1_000_000_000;
const AS_IT_IS: Design = { remembersRefusals: true, quotaShards: true, spreadsHotForms: { deaths: 0 } };
const FORMS = 50;
const OTHERS_PER_SECOND = 100;

const loads: [string, Load['one'], Design, monthlyQuota?: number][] = [
  ['forms of many accounts', { account: false, form: false, address: false }, AS_IT_IS],
  [`${FORMS} forms of one account`, { account: true, form: false, address: false }, AS_IT_IS],
  [
    `${FORMS} forms of one account with a quota of 100,000`,
    { account: true, form: false, address: false },
    AS_IT_IS,
    100_000,
  ],
  [
    `${FORMS} forms of one account with a quota of 10,000`,
    { account: true, form: false, address: false },
    AS_IT_IS,
    10_000,
  ],
  ['one form', { account: true, form: true, address: false }, AS_IT_IS],
  ['one form, one address', { account: true, form: true, address: true }, AS_IT_IS],
  [
    'one form, one address, without caching refusals',
    { account: true, form: true, address: true },
    { ...AS_IT_IS, remembersRefusals: false },
  ],
  [
    `${FORMS} forms of one account, one item per quota counter`,
    { account: true, form: false, address: false },
    { ...AS_IT_IS, quotaShards: false },
  ],
  [
    'one form, which is spread by functions that die half of the time',
    { account: true, form: true, address: false },
    { ...AS_IT_IS, spreadsHotForms: { deaths: 0.5 } },
  ],
  [
    'one form in one partition',
    { account: true, form: true, address: false },
    { ...AS_IT_IS, spreadsHotForms: false },
  ],
];

export async function benchScale(): Promise<void> {
  console.log(
    `Simulates ${SECONDS} s of posts. Figures are per second. Lost units are quota units counted for rejected posts.`,
  );
  for (const [title, one, design, monthlyQuota = ENOUGH] of loads) {
    for (const postsPerSecond of [100, 1000, 5000, 10_000]) {
      const rateLimit = one.address ? 10 : ENOUGH;
      const load = {
        postsPerSecond,
        seconds: SECONDS,
        one,
        forms: one.account ? FORMS : ENOUGH,
        othersPerSecond: one.account ? OTHERS_PER_SECOND : 0,
        rateLimit,
        monthlyQuota,
      };
      const found = await playPosts(load, design, 1);
      const each = (count: number): string => (count / SECONDS).toFixed(0);
      console.log(
        `${title}, ${postsPerSecond}/s: ${each(found.accepted)} accepted, ${each(found.rateLimited)} limited, ` +
          `${each(found.quotaExceeded)} over the quota, ${each(found.unavailable)} 503, ${each(found.noConcurrency)} without concurrency; ` +
          (one.account ? `${each(found.othersAccepted)} of ${OTHERS_PER_SECOND} others accepted; ` : '') +
          `p50 ${percentile(found.latencies, 0.5).toFixed(0)} ms, p99 ${percentile(found.latencies, 0.99).toFixed(0)} ms, ` +
          `${found.mostConcurrent} concurrent, ${found.used - found.accepted - found.othersAccepted} units lost` +
          (found.hottest === undefined ? '' : `; throttled first: ${found.hottest}`) +
          (found.splitAt === undefined
            ? ''
            : `; spread after ${found.splitAt.toFixed(0)} ms, then ${found.acceptedWhenSplit?.toFixed(0)} accepted`),
      );
      if (found.broken) throw new Error('Fewer posts were counted than accepted, or posts were lost');
    }
  }
}
