import { setTimeout as pause } from 'node:timers/promises';
import { TurnstileFailed, Unavailable, UploadsNotAllowed } from '../../../lambdas/core/errors/errors.ts';
import { newForm } from '../../../lambdas/forms/form.ts';
import { newUploadId } from '../../../lambdas/core/ids.ts';
import { ingest, type IngestConfig, type IngestStore } from '../../../lambdas/ingest/ingest.ts';
import { preflight } from '../../../lambdas/ingest/preflight.ts';
import { defaultPlans, type PlanName } from '../../../lambdas/accounts/plans.ts';
import { memoryFileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { file, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';
import { TextMemory } from '../../../lambdas/spam/text-memory.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';

const now = Date.UTC(2026, 10, 20);

interface Scenario {
  readonly plan?: PlanName;
  readonly challenge?: boolean;
  /** Names of the dependency calls that fail. */
  readonly failing?: readonly string[];
  readonly isStored?: boolean;
  readonly files?: number;
  readonly fields?: Record<string, string>;
  readonly idempotencyKey?: string;
  readonly remembered?: string;
}

/**
 * Ingests a submission with fake dependencies. Returns the outcome and the calls to the dependencies, in
 * order.
 */
async function ingestWith(scenario: Scenario) {
  const { plan = 'pro', failing = [], files = 1 } = scenario;
  const calls: string[] = [];
  const called = <Result>(name: string, result: Result) => {
    return (): Promise<Result> => {
      calls.push(name);
      return failing.includes(name) ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve(result);
    };
  };
  const challenge = scenario.challenge ? { enabled: true, secret: 'secret' } : {};
  const form = newForm('acc_1', { name: 'Contact', challenge }, now, systemRandom);
  const upload = {
    form_id: form.form_id,
    upload_id: '',
    expires_at: now,
    field: 'cv',
    name: 'cv.pdf',
    content_type: 'application/pdf',
    size: 3,
  };
  const stores: IngestStore = {
    findForm: () => Promise.resolve(form),
    isTextRepeated: () => Promise.resolve(false),
    spendPuzzle: () => Promise.reject(new Error('no puzzles here')),
    findAddressKey: () => Promise.resolve('key'),
    isFull: () => false,
    lookUp: () => Promise.resolve({ principal: undefined, remembered: undefined }),
    countAddress: () => Promise.resolve({ isWithinRate: true, usedToday: 1 }),
    readOfDay: () => Promise.resolve(1),
    giveBackOfDay: () => Promise.resolve(),
    reserveQuota: called('reserve', {
      counter: { counter: 'quota', limit: 10, expiresAt: 0 },
      plan,
      isSuspended: false,
      noAccountWebhooks: false,
      used: 0,
      isReserved: true,
    }),
    findQuota: () => Promise.reject(new Error('no uploads here')),
    giveBackQuota: called('give back', undefined),
    count: called('count', true),
    release: called('give back spam', undefined),
    countUnstoredSpam: called('count unstored spam', undefined),
    store: called('store', undefined),
    storeOnce: called('store', scenario.remembered ? { submission_id: scenario.remembered } : undefined),
    findRemembered: called('find remembered', undefined),
    isStored: called('is stored', scenario.isStored ?? false),
    files: {
      findUploads: called('find uploads', [upload]),
      findUploaded: called('find uploaded', { size: 3, version: 'v' }),
      announce: called('announce', undefined),
      keep: called('keep', undefined),
      drop: called('drop', undefined),
    },
  };
  const config: IngestConfig = {
    now: () => now,
    random: systemRandom,
    plans: defaultPlans,
    spamRetentionDays: 30,
    texts: new TextMemory(),
    pause,
    quotaShareOfOneAddress: 0.1,
    fileBuffer: memoryFileBuffer,
    loadPatterns: () => Promise.reject(new Error('no patterns here')),
    loadDisposableDomains: () => Promise.reject(new Error('no addresses here')),
    verifyChallenge: called('challenge', {
      passed: false,
      reason: 'no',
    }) as unknown as IngestConfig['verifyChallenge'],
  };
  const request = {
    slug: form.slug,
    sourceIp: '203.0.113.7',
    isFromWebhook: false,
    origin: undefined,
    authorization: undefined,
    idempotencyKey: scenario.idempotencyKey,
  };
  const body = multipart(
    ...Object.entries(scenario.fields ?? {}).map(([name, value]) => text(name, value)),
    ...Array.from({ length: files }, () => file('cv', 'cv.pdf', 'pdf', 'application/pdf')),
  );
  const checked = await preflight(request, stores, config);
  const outcome = await ingest(checked, { contentType: MULTIPART, bytes: [body] }, stores, config).catch(
    (error: unknown) => error,
  );
  return { outcome, calls };
}

it('announces files, stores them, and then stores the submission', async () => {
  const { outcome, calls } = await ingestWith({});
  expect(outcome).toMatchObject({
    outcome: 'stored',
    submission: {
      attachments: [{ field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 3 }],
      link_key: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store']);
});

it('makes no file calls for a submission without files', async () => {
  const { outcome, calls } = await ingestWith({ files: 0, fields: { name: 'Ada' } });
  expect(calls).toEqual(['reserve', 'store']);
  expect(outcome).not.toHaveProperty('submission.link_key');
});

it('checks files against the plan before it verifies the challenge', async () => {
  const challenge = { challenge: true, fields: { 'cf-turnstile-response': 'token' } };
  const refused = await ingestWith({ ...challenge, plan: 'free' });
  expect([refused.outcome, refused.calls]).toEqual([expect.any(UploadsNotAllowed), ['reserve', 'give back']]);
  const failed = await ingestWith(challenge);
  expect([failed.outcome, failed.calls]).toEqual([
    expect.any(TurnstileFailed),
    ['reserve', 'challenge', 'give back'],
  ]);
});

it('makes no file calls for spam', async () => {
  const { outcome, calls } = await ingestWith({
    plan: 'free',
    fields: { _gotcha: 'x', _uploads: newUploadId(systemRandom) },
  });
  expect(outcome).toMatchObject({ outcome: 'spam' });
  expect(calls).toEqual(['reserve', 'count', 'give back', 'store']);
});

it.each(['announce', 'keep', 'store'])(
  'releases the quota unit and removes the files if it fails to %s',
  async (step) => {
    const { outcome, calls } = await ingestWith({ failing: [step] });
    expect(outcome).toEqual(new Error(`${step} failed`));
    expect(calls.slice(calls.indexOf(step))).toEqual([step, 'is stored', 'give back', 'drop']);
  },
);

it("keeps the files and accepts the submission if only the store's response was lost", async () => {
  const { outcome, calls } = await ingestWith({ failing: ['store'], isStored: true });
  expect(outcome).toMatchObject({ outcome: 'stored' });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'is stored']);
});

it("leaves all data unchanged if it can't tell whether the submission was stored", async () => {
  const { outcome, calls } = await ingestWith({ failing: ['store', 'is stored'] });
  expect(outcome).toEqual(new Error('store failed'));
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'is stored']);
});

it('removes the files of a submission if a concurrent one has used its idempotency key', async () => {
  const { outcome, calls } = await ingestWith({ idempotencyKey: 'once', remembered: 'sub_earlier' });
  expect(outcome).toMatchObject({ outcome: 'replay', submissionId: 'sub_earlier' });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'give back', 'drop']);
});

it('throws the first error if undoing the changes fails too', async () => {
  const { outcome } = await ingestWith({ failing: ['keep', 'give back', 'drop'] });
  expect(outcome).toEqual(new Error('keep failed'));
  expect(outcome).not.toBeInstanceOf(Unavailable);
});
