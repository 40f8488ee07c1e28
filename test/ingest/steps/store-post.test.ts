/** Tests the ingest step that stores a settled submission. */
import type { QuotaState } from '../../../lambdas/accounts/quota.ts';
import { newForm } from '../../../lambdas/forms/form.ts';
import type { DeduplicationKey } from '../../../lambdas/ingest/idempotency.ts';
import type { IncomingFile } from '../../../lambdas/files/incoming-file.ts';
import { Reservation } from '../../../lambdas/ingest/reservation.ts';
import type { SettledSpam, SettledSubmission } from '../../../lambdas/ingest/steps/settle-post.ts';
import { storePost } from '../../../lambdas/ingest/steps/store-post.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';

const now = Date.UTC(2026, 10, 20);
const payload = new Map([['name', 'Ada']]);
const NO_SPAM = { score: 0, reasons: [] };
const spam: SettledSpam = { status: 'spam', payload, spam: { score: 100, reasons: [] }, hasRoom: true };
const ONCE: DeduplicationKey = { digest: 'key', lasts: 1000, withSpam: false };
const cv: IncomingFile = {
  attachment: { file_id: 'fil_1', field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 3 },
  posted: {
    field: 'cv',
    name: 'cv.pdf',
    content_type: 'application/pdf',
    size: 3,
    read: () => new Uint8Array(3),
  },
};

interface Scenario {
  readonly once?: DeduplicationKey;
  /** Id of the submission that is already stored under the idempotency key. */
  readonly earlier?: string;
  readonly failing?: string;
  readonly isStored?: boolean | 'unknown';
  readonly quota?: Partial<QuotaState>;
}

const received = (more: Partial<SettledSubmission> = {}): SettledSubmission => ({
  status: 'received',
  payload,
  files: [],
  spam: NO_SPAM,
  unused: new Reservation(),
  ...more,
});

/**
 * Stores a submission with fake dependencies. Returns the result, the calls to the dependencies in order, and
 * the stored items.
 */
async function store(settlement: SettledSpam | SettledSubmission, scenario: Scenario = {}) {
  const calls: string[] = [];
  const stored: Submission[] = [];
  const called = <Result>(name: string, result: Result): Promise<Result> => {
    calls.push(name);
    return name === scenario.failing ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve(result);
  };
  const earlier = scenario.earlier === undefined ? undefined : { submission_id: scenario.earlier };
  const form = newForm('acc_1', { name: 'Contact' }, now, systemRandom);
  const reserved = new Reservation([() => called('give back quota', undefined)]);
  const result = await storePost(
    {
      form,
      begunAt: now,
      now,
      source: { language: 'de' },
      once: scenario.once,
      quota: {
        counter: { counter: 'quota', limit: 100, expiresAt: 0 },
        plan: 'pro',
        isSuspended: false,
        noAccountWebhooks: false,
        used: 0,
        isReserved: true,
        ...scenario.quota,
      },
      reserved,
    },
    { notification: { subject: 'Order' }, fileNames: [] },
    settlement,
    {
      store: (submission) => (stored.push(submission), called('store', undefined)),
      storeOnce: (submission) => (stored.push(submission), called('store once', earlier)),
      isStored: () =>
        scenario.isStored === 'unknown'
          ? Promise.reject(new Error('no answer'))
          : called('is stored', scenario.isStored ?? false),
      countUnstoredSpam: () => called('count unstored spam', undefined),
      release: () => called('give back spam', undefined),
      files: {
        announce: () => called('announce', undefined),
        keep: () => called('keep', undefined),
        drop: () => called('drop', undefined),
      },
    },
    { now: () => now, random: systemRandom, spamRetentionDays: 30 },
  ).catch((error: unknown) => error as Error);
  const madeByStep = [...calls];
  await reserved.release();
  return { result, calls: madeByStep, stored, keepsQuota: !calls.includes('give back quota') };
}

it('stores a submission and keeps its reservations', async () => {
  const { result, calls, stored, keepsQuota } = await store(received());
  expect(calls).toEqual(['store']);
  expect(keepsQuota).toBe(true);
  expect(result).toEqual({ outcome: 'stored', submission: stored[0] });
  expect(stored).toMatchObject([
    {
      account_id: 'acc_1',
      status: 'received',
      received_at: '2026-11-20T00:00:00.000Z',
      payload,
      attachments: [],
      source: { language: 'de' },
      notification: { subject: 'Order' },
    },
  ]);
  expect(stored[0]).not.toHaveProperty('spam');
  expect(stored[0]).not.toHaveProperty('near_quota');
});

it('stores the score and the marker for a quota that is nearly used up', async () => {
  const score = { score: 30, reasons: [{ code: 'webdriver', points: 30, detail: 'A program.' }] };
  const { stored } = await store(received({ spam: score }), { quota: { used: 79 } });
  expect(stored).toMatchObject([{ spam: score, near_quota: true }]);
});

it('stores files before the submission', async () => {
  expect((await store(received({ files: [cv] }))).calls).toEqual(['announce', 'keep', 'store']);
});

it('releases the unit of stored spam if it is not needed', async () => {
  const given: string[] = [];
  const unused = new Reservation([() => Promise.resolve(void given.push('spam'))]);
  await store(received({ unused }));
  expect(given).toEqual(['spam']);
});

it('stores nothing if the key is already known and undoes its earlier steps', async () => {
  const { result, calls } = await store(received({ files: [cv] }), { once: ONCE, earlier: 'sub_1' });
  expect(result).toEqual({ outcome: 'replay', submissionId: 'sub_1' });
  expect(calls).toEqual(['announce', 'keep', 'store once', 'give back quota', 'drop']);
});

it.each([
  [
    false,
    new Error('store failed'),
    ['announce', 'keep', 'store', 'is stored', 'give back quota', 'drop'],
    false,
  ],
  [true, { outcome: 'stored' }, ['announce', 'keep', 'store', 'is stored'], true],
  ['unknown', new Error('store failed'), ['announce', 'keep', 'store'], true],
] as const)('undoes a failed write only if it was not stored: %s', async (isStored, expected, all, keeps) => {
  const { result, calls, keepsQuota } = await store(received({ files: [cv] }), {
    failing: 'store',
    isStored,
  });
  if (expected instanceof Error) expect(result).toEqual(expected);
  else expect(result).toMatchObject(expected);
  expect(calls).toEqual(all);
  expect(keepsQuota).toBe(keeps);
});

it('stores spam without its files and releases its quota', async () => {
  const { result, calls, stored } = await store(spam);
  expect(result).toEqual({ outcome: 'spam', submissionId: stored[0]!.submission_id });
  expect(calls).toEqual(['store', 'give back quota']);
  expect(stored).toMatchObject([
    { status: 'spam', filed: true, spam: { score: 100 }, expires_at: now / 1000 + 30 * 86_400 },
  ]);
});

it('only counts spam if there is no room for it, with the same number of calls', async () => {
  const { result, calls, stored } = await store({ ...spam, hasRoom: false });
  expect(result).toEqual({ outcome: 'spam' });
  expect(calls).toEqual(['count unstored spam', 'give back quota']);
  expect(stored).toEqual([]);
});

it('counts repeated spam once if it has the same key', async () => {
  const once = { ...ONCE, withSpam: true };
  const { result, calls } = await store(spam, { once, earlier: 'sub_1' });
  expect(result).toEqual({ outcome: 'spam', submissionId: 'sub_1' });
  expect(calls).toEqual(['store once', 'give back quota', 'give back spam']);
  expect((await store(spam, { once: ONCE })).calls).toEqual(['store', 'give back quota']);
});
