import { TurnstileFailed, Unavailable, UploadsNotAllowed } from '../../lambdas/core/errors.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { newUploadId } from '../../lambdas/core/ids.ts';
import { ingest, type IngestConfig, type IngestStore, type IngestPost } from '../../lambdas/ingest/ingest.ts';
import { payloadOfPairs } from '../../lambdas/submissions/payload.ts';
import { defaultPlans, type PlanName } from '../../lambdas/accounts/plans.ts';
import type { FormFile } from '../../lambdas/ingest/form-body.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const now = Date.UTC(2026, 10, 20);
const file: FormFile = {
  field: 'cv',
  name: 'cv.pdf',
  content_type: 'application/pdf',
  size: 3,
  read: () => Buffer.from('pdf'),
};

interface World {
  readonly plan?: PlanName;
  readonly challenge?: boolean;
  /** Names of calls that fail. */
  readonly failing?: readonly string[];
  readonly isStored?: boolean;
  readonly files?: readonly FormFile[];
  readonly fields?: Record<string, string>;
  readonly idempotencyKey?: string;
  readonly remembered?: string;
}

/** Takes in one post in a world of fakes; tells what came of it and which calls were made, in order. */
async function takeInWith(world: World) {
  const { plan = 'pro', failing = [], files = [file] } = world;
  const calls: string[] = [];
  const called = <Result>(name: string, result: Result) => {
    return (): Promise<Result> => {
      calls.push(name);
      return failing.includes(name) ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve(result);
    };
  };
  const challenge = world.challenge ? { enabled: true, secret: 'secret' } : {};
  const form = newForm('acc_1', { name: 'Contact', challenge }, now, systemRandom);
  const upload = { form_id: form.form_id, upload_id: '', ...file, expires_at: now };
  const stores: IngestStore = {
    findForm: () => Promise.resolve(form),
    loadAccountState: () =>
      Promise.resolve({
        account: { account_id: 'acc_1', name: '', plan, cursor_key: '', created_at: '' },
        quotaUsed: 0,
        grant: undefined,
        remembered: undefined,
      }),
    count: ({ counter }) => called(counter.startsWith('quota') ? 'reserve' : 'rate', true)(),
    giveBack: called('give back', undefined),
    store: called('store', undefined),
    storeOnce: called('store', world.remembered ? { submission_id: world.remembered } : undefined),
    isStored: called('is stored', world.isStored ?? false),
    files: {
      findUploads: called('find uploads', [upload]),
      findUploaded: called('find uploaded', { size: 3, version: 'v' }),
      announce: called('announce', undefined),
      keep: called('keep', undefined),
      drop: called('drop', undefined),
    },
  };
  const rules: IngestConfig = {
    now: () => now,
    random: systemRandom,
    plans: defaultPlans,
    spamRetentionDays: 30,
    verifyChallenge: called('challenge', {
      passed: false,
      reason: 'no',
    }) as unknown as IngestConfig['verifyChallenge'],
  };
  const post: IngestPost = {
    slug: form.slug,
    sourceIp: '203.0.113.7',
    origin: undefined,
    authorization: undefined,
    idempotencyKey: world.idempotencyKey,
    parse: () => Promise.resolve({ payload: payloadOfPairs(Object.entries(world.fields ?? {})), files }),
  };
  const outcome = await ingest(post, stores, rules).catch((error: unknown) => error);
  return { outcome, calls: calls.filter((name) => name !== 'rate') };
}

it('announces files, keeps them, and stores the submission last', async () => {
  const { outcome, calls } = await takeInWith({});
  expect(outcome).toMatchObject({
    outcome: 'stored',
    submission: {
      attachments: [{ field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 3 }],
      link_key: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store']);
});

it('does nothing about files for a post that has none', async () => {
  const { outcome, calls } = await takeInWith({ files: [] });
  expect(calls).toEqual(['reserve', 'store']);
  expect(outcome).not.toHaveProperty('submission.link_key');
});

it('measures files against the plan before it asks about the challenge', async () => {
  const challenge = { challenge: true, fields: { 'cf-turnstile-response': 'token' } };
  const refused = await takeInWith({ ...challenge, plan: 'free' });
  expect([refused.outcome, refused.calls]).toEqual([expect.any(UploadsNotAllowed), []]);
  const failed = await takeInWith(challenge);
  expect([failed.outcome, failed.calls]).toEqual([expect.any(TurnstileFailed), ['challenge']]);
});

it('does nothing about files of spam', async () => {
  const { outcome, calls } = await takeInWith({
    plan: 'free',
    fields: { _gotcha: 'x', _uploads: newUploadId(systemRandom) },
  });
  expect(outcome).toMatchObject({ outcome: 'spam' });
  expect(calls).toEqual(['store']);
});

it.each(['announce', 'keep', 'store'])(
  'gives the unit back and drops the files when to %s fails',
  async (step) => {
    const { outcome, calls } = await takeInWith({ failing: [step] });
    expect(outcome).toEqual(new Error(`${step} failed`));
    expect(calls.slice(calls.indexOf(step))).toEqual([step, 'is stored', 'give back', 'drop']);
  },
);

it('keeps the files and answers as ever when the submission was stored and only the answer was lost', async () => {
  const { outcome, calls } = await takeInWith({ failing: ['store'], isStored: true });
  expect(outcome).toMatchObject({ outcome: 'stored' });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'is stored']);
});

it('leaves everything as it is when nobody can tell whether the submission is stored', async () => {
  const { outcome, calls } = await takeInWith({ failing: ['store', 'is stored'] });
  expect(outcome).toEqual(new Error('store failed'));
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'is stored']);
});

it('drops the files of a post that lost the race for its idempotency key', async () => {
  const { outcome, calls } = await takeInWith({ idempotencyKey: 'once', remembered: 'sub_earlier' });
  expect(outcome).toMatchObject({ outcome: 'replay', submissionId: 'sub_earlier' });
  expect(calls).toEqual(['reserve', 'announce', 'keep', 'store', 'give back', 'drop']);
});

it('tells of the first failure when undoing fails too', async () => {
  const { outcome } = await takeInWith({ failing: ['keep', 'give back', 'drop'] });
  expect(outcome).toEqual(new Error('keep failed'));
  expect(outcome).not.toBeInstanceOf(Unavailable);
});
