/** Tests the ingest step that counts a submission against the limits and decides whether it is spam. */
import { RateLimited } from '../../../lambdas/core/errors/errors.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newForm } from '../../../lambdas/forms/form.ts';
import { addressCounts } from '../../../lambdas/forms/rate-limit.ts';
import type { Judgement, ScoredPost } from '../../../lambdas/ingest/steps/judge-post.ts';
import { Reservation } from '../../../lambdas/ingest/reservation.ts';
import { settlePost } from '../../../lambdas/ingest/steps/settle-post.ts';
import { TextMemory } from '../../../lambdas/spam/text-memory.ts';

const now = Date.UTC(2026, 10, 20, 23, 59, 0);
const payload = new Map([['name', 'Ada']]);
const certain: Judgement = { verdict: 'spam', payload, spam: { score: 100, reasons: [] } };

/** A submission that scores 30 points. Repeated text adds 40 (docs/specification.md, "Spam score"). */
const scored = (filing: ScoredPost['filing']): ScoredPost => ({
  verdict: 'scored',
  payload,
  files: [],
  signs: { isAllowed: false, reasons: [{ code: 'webdriver', points: 30, detail: '' }] },
  filing,
});

interface Scenario {
  readonly mode?: 'observe' | 'file';
  readonly threshold?: number;
  /**
   * Number of submissions from the address on that day when this submission arrived. `ofDayNow` is the number
   * when it is settled. The limit per address is 100.
   */
  readonly usedToday?: number;
  readonly ofDayNow?: number;
  readonly hasRoom?: boolean;
  readonly isRepeated?: boolean;
  readonly failing?: string;
}

/**
 * Settles a submission with fake dependencies. Returns the result and the calls to the dependencies, in
 * order.
 */
async function settle(judgement: Judgement, scenario: Scenario = {}) {
  const { mode = 'file', threshold = 30, usedToday = 1, ofDayNow = usedToday, hasRoom = true } = scenario;
  const form = {
    ...newForm('acc_1', { name: 'Contact', spam: { mode, threshold } }, now, systemRandom),
    form_id: 'frm_1',
  };
  const calls: string[] = [];
  const called = async <Result>(name: string, result: Result): Promise<Result> => {
    calls.push(name);
    // Wait for a tick, so that all parallel calls are made before one fails.
    await Promise.resolve();
    if (name === scenario.failing) throw new Error(`${name} failed`);
    return result;
  };
  const settling = settlePost(
    {
      form,
      now,
      quota: { counter: { counter: 'quota', limit: 1000, expiresAt: 0 } },
      counts: addressCounts(
        { account_id: 'acc_1', form_id: 'frm_1', rate_limit: 60 },
        'key',
        '192.0.2.1',
        now,
      ),
      usedToday,
      reserved: new Reservation([() => called('give back quota', undefined)]),
    },
    judgement,
    {
      count: ({ counter }) => called(`count ${counter.split('#').at(-1)}`, hasRoom),
      release: () => called('give back spam', undefined),
      isTextRepeated: () => called('text', scenario.isRepeated ?? false),
      readOfDay: () => called('read day', ofDayNow),
    },
    { texts: new TextMemory(), quotaShareOfOneAddress: 0.1 },
  ).catch((error: unknown) => error as Error);
  return { result: await settling, calls };
}

it.each([true, false])('counts certain spam and releases its quota (has room: %s)', async (hasRoom) => {
  expect(await settle(certain, { hasRoom })).toEqual({
    result: { status: 'spam', payload, spam: { score: 100, reasons: [] }, hasRoom },
    calls: ['count 2026-11-20', 'give back quota'],
  });
});

it("doesn't count a submission that no score can move to spam", async () => {
  const { result, calls } = await settle(scored('no'), { mode: 'observe' });
  expect(result).toMatchObject({ status: 'received', spam: { score: 30 } });
  expect(calls).toEqual([]);
});

it('counts a submission as spam if it reaches the threshold and keeps its reserved quota for the next step', async () => {
  const { result, calls } = await settle(scored('yes'), { threshold: 30, hasRoom: false });
  expect(result).toMatchObject({ status: 'spam', spam: { score: 30 }, hasRoom: false });
  expect(calls).toEqual(['text', 'count 2026-11-20']);
});

it.each([
  [true, 'spam', 70],
  [false, 'received', 30],
] as const)('takes repeated text into account (%s): %s', async (isRepeated, status, score) => {
  const { result } = await settle(scored('perhaps'), { threshold: 31, isRepeated });
  expect(result).toMatchObject({ status, spam: { score } });
});

it('counts a unit of spam and releases it if it is not needed', async () => {
  const { result, calls } = await settle(scored('perhaps'), { threshold: 31 });
  if (result instanceof Error || result.status !== 'received') throw new Error('Not received');
  await result.unused.release();
  expect(calls).toEqual(['text', 'count 2026-11-20', 'give back spam']);
});

it("continues if the text can't be looked up", async () => {
  const { result } = await settle(scored('perhaps'), { threshold: 31, failing: 'text' });
  expect(result).toMatchObject({ status: 'received' });
});

it('refuses an address that is over its daily share until the day ends', async () => {
  const { result, calls } = await settle(scored('perhaps'), { threshold: 31, usedToday: 101 });
  expect(result).toBeInstanceOf(RateLimited);
  expect(result).toMatchObject({ retryAfterSeconds: 60 });
  expect(calls).toEqual(['text', 'count 2026-11-20', 'read day', 'give back spam']);
});

it('accepts an address whose units were released after its submission arrived', async () => {
  const { result } = await settle(scored('no'), { usedToday: 101, ofDayNow: 100 });
  expect(result).toMatchObject({ status: 'received' });
});

it('releases the unit of spam if another call fails', async () => {
  const { result, calls } = await settle(scored('perhaps'), { usedToday: 101, failing: 'read day' });
  expect(result).toEqual(new Error('read day failed'));
  expect(calls).toEqual(['text', 'count 2026-11-20', 'read day', 'give back spam']);
});
