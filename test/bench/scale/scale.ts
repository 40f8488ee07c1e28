/**
 * Simulates DynamoDB partitions to find the maximum throughput of one account, one form and one address
 * (docs/scale.md).
 */
import { percentile } from '../figures.ts';
import { playPosts, type Load, type Design } from './posts-under-contention.ts';

const SECONDS = 10;
const ENOUGH = 1_000_000_000;
const AS_IT_IS: Design = { remembersRefusals: true, quota: 1, submissions: 1 };

const loads: [string, Load['one'], Design][] = [
  ['forms of many accounts', { account: false, form: false, address: false }, AS_IT_IS],
  ['forms of one account', { account: true, form: false, address: false }, AS_IT_IS],
  ['one form', { account: true, form: true, address: false }, AS_IT_IS],
  ['one form, one address', { account: true, form: true, address: true }, AS_IT_IS],
  [
    'one form, one address, without caching refusals',
    { account: true, form: true, address: true },
    { ...AS_IT_IS, remembersRefusals: false },
  ],
  [
    'forms of one account, quota split into 10 items',
    { account: true, form: false, address: false },
    { ...AS_IT_IS, quota: 10 },
  ],
  [
    'one form, quota and submissions split into 10 items',
    { account: true, form: true, address: false },
    { ...AS_IT_IS, quota: 10, submissions: 10 },
  ],
];

export async function benchScale(): Promise<void> {
  console.log(
    `Simulates ${SECONDS} s of posts. Figures are per second. Lost units are quota units counted for rejected posts.`,
  );
  for (const [title, one, design] of loads) {
    for (const postsPerSecond of [100, 1000, 10_000]) {
      const rateLimit = one.address ? 10 : ENOUGH;
      const load = { postsPerSecond, seconds: SECONDS, one, rateLimit, monthlyQuota: ENOUGH };
      const found = await playPosts(load, design, 1);
      const each = (count: number): string => (count / SECONDS).toFixed(0);
      console.log(
        `${title}, ${postsPerSecond}/s: ${each(found.accepted)} accepted, ${each(found.rateLimited)} limited, ` +
          `${each(found.unavailable)} 503, ${each(found.noConcurrency)} without concurrency; ` +
          `p50 ${percentile(found.latencies, 0.5).toFixed(0)} ms, p99 ${percentile(found.latencies, 0.99).toFixed(0)} ms, ` +
          `${found.mostConcurrent} concurrent, ${found.used - found.accepted} units lost` +
          (found.hottest === undefined ? '' : `; throttled first: ${found.hottest}`),
      );
      if (found.broken) throw new Error('The quota was exceeded, or fewer posts were counted than accepted');
    }
  }
}
