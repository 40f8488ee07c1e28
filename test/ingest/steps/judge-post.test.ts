/** Tests the ingest step that checks a submission and collects spam signals. */
import { FileTooLarge, TurnstileFailed, ValidationFailed } from '../../../lambdas/core/errors/errors.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newForm, type FormInput } from '../../../lambdas/forms/form.ts';
import type { FormFile } from '../../../lambdas/http/body/form-body.ts';
import { judgePost } from '../../../lambdas/ingest/steps/judge-post.ts';
import type { ParsedPost } from '../../../lambdas/ingest/steps/parse-post.ts';

const now = Date.UTC(2026, 10, 20);
const cv: FormFile = {
  field: 'cv',
  name: 'cv.pdf',
  content_type: 'application/pdf',
  size: 5,
  read: () => new Uint8Array(5),
};

interface Scenario {
  readonly form?: Partial<FormInput>;
  readonly fields?: Record<string, string>;
  readonly post?: Partial<ParsedPost>;
  readonly maxFileBytes?: number;
}

/** Checks a submission for spam and errors. Returns the result and the calls that were made. */
async function judge({ form = {}, fields = { name: 'Ada' }, post = {}, maxFileBytes = 10 }: Scenario) {
  const calls: string[] = [];
  const called = (name: string) => (): Promise<never> => {
    calls.push(name);
    return Promise.reject(new Error(name));
  };
  const judgement = await judgePost(
    {
      form: newForm('acc_1', { name: 'Contact', ...form }, now, systemRandom),
      plan: { monthly_quota: 100, max_file_bytes: maxFileBytes, max_forms: 1 },
      now,
      sourceIp: '192.0.2.1',
      once: undefined,
      wordModel: undefined,
    },
    {
      payload: new Map(Object.entries(fields)),
      files: [],
      honeypot: undefined,
      fileNames: [],
      uploads: undefined,
      challengeToken: undefined,
      solution: undefined,
      script: { elapsedMs: undefined, webdriver: false },
      redirect: undefined,
      notification: undefined,
      ...post,
    },
    {
      files: { findUploads: called('find uploads'), findUploaded: called('find uploaded') },
      spendPuzzle: called('spend puzzle'),
    },
    {
      random: systemRandom,
      loadPatterns: called('load patterns'),
      loadDisposableDomains: () => Promise.resolve((domain) => domain === 'mailinator.com'),
      verifyChallenge: ({ token }) => {
        calls.push(`verify ${token}`);
        return Promise.resolve(
          token === 'good' ? { passed: true, hostname: 'example.com' } : { passed: false, reason: 'refused' },
        );
      },
    },
  );
  return { judgement, calls };
}

const challenge = { enabled: true, secret: 'secret' };

it('accepts a plain submission without making any calls', async () => {
  expect(await judge({})).toEqual({
    judgement: {
      verdict: 'scored',
      payload: new Map([['name', 'Ada']]),
      files: [],
      signs: { isAllowed: false, reasons: [] },
      filing: 'no',
    },
    calls: [],
  });
});

it.each<[string, Scenario, string]>([
  ['a filled honeypot', { post: { honeypot: '_gotcha' } }, 'honeypot'],
  [
    "a match with the form's block list",
    { form: { spam: { blocked: ['cheap watches'] } }, fields: { text: 'Cheap watches!' } },
    'blocked',
  ],
])('treats %s as certain spam and makes no other checks', async (_, scenario, code) => {
  const files = [{ ...cv, size: 1000 }];
  const { judgement, calls } = await judge({
    ...scenario,
    form: { ...scenario.form, challenge },
    post: { ...scenario.post, files },
  });
  expect(judgement).toMatchObject({
    verdict: 'spam',
    spam: { score: 100, reasons: [{ code, points: 100 }] },
  });
  expect(calls).toEqual([]);
});

it('checks files before the challenge', async () => {
  await expect(judge({ form: { challenge }, post: { files: [{ ...cv, size: 11 }] } })).rejects.toThrow(
    FileTooLarge,
  );
});

it('reports an error in a declared field before it reports a refused file', async () => {
  const fields: FormInput['fields'] = [{ name: 'email', type: 'email', required: true }];
  const scenario = { form: { fields, challenge }, post: { files: [{ ...cv, size: 11 }] } };
  await expect(judge(scenario)).rejects.toThrow(ValidationFailed);
});

it('checks the challenge last and refuses a submission that fails it', async () => {
  await expect(judge({ form: { challenge }, post: { challengeToken: 'bad' } })).rejects.toThrow(
    TurnstileFailed,
  );
  const { judgement, calls } = await judge({ form: { challenge }, post: { challengeToken: 'good' } });
  expect(judgement.verdict).toBe('scored');
  expect(calls).toEqual(['verify good']);
});

it('drops unknown fields if the form is configured that way', async () => {
  const fields: FormInput['fields'] = [{ name: 'name', type: 'text' }];
  const { judgement } = await judge({
    form: { fields, unknown_fields: 'drop' },
    fields: { name: 'Ada', extra: 'x' },
  });
  expect([...judgement.payload]).toEqual([['name', 'Ada']]);
});

// Scores: webdriver 30, disposable-address 20, repeated-text 40 (docs/specification.md, "Spam score").
it.each([
  ['observe', 50, 'no'],
  ['file', 50, 'yes'],
  ['file', 51, 'perhaps'],
  ['file', 100, 'no'],
] as const)(
  'decides in mode %s with threshold %i whether the score moves the submission to spam: %s',
  async (mode, threshold, filing) => {
    const { judgement } = await judge({
      form: { spam: { mode, threshold } },
      fields: { email: 'ada@mailinator.com' },
      post: { script: { elapsedMs: undefined, webdriver: true } },
    });
    expect(judgement).toMatchObject({
      filing,
      signs: {
        reasons: [
          { code: 'webdriver', points: 30 },
          { code: 'disposable-address', points: 20 },
        ],
      },
    });
  },
);

it('never moves a submission with files to spam because of its score', async () => {
  const { judgement } = await judge({
    form: { spam: { mode: 'file', threshold: 1 } },
    post: { files: [cv], script: { elapsedMs: undefined, webdriver: true } },
  });
  expect(judgement).toMatchObject({
    verdict: 'scored',
    filing: 'no',
    files: [{ attachment: { field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 5 } }],
  });
});
