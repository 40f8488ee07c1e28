/** Tests the ingest step that parses the body of a submission. */
import { BadBody } from '../../../lambdas/core/errors/errors.ts';
import { newForm, type FormInput } from '../../../lambdas/forms/form.ts';
import { parsePost } from '../../../lambdas/ingest/steps/parse-post.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { memoryFileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { file, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';

const formWith = (input: Partial<FormInput>) =>
  newForm('acc_1', { name: 'Contact', ...input }, Date.UTC(2026, 10, 20), systemRandom);
const page = { origin: 'https://example.com', referrer: undefined };

const parse = (members: Record<string, unknown>, input: Partial<FormInput> = {}) =>
  parsePost({ members }, { form: formWith(input), page, maxFileBytes: 10 }, { fileBuffer: memoryFileBuffer });

it("keeps the visitor's fields in the order submitted", async () => {
  const post = await parse({ name: 'Ada', message: 'Hello', tags: ['a', 'b'] });
  expect([...post.payload]).toEqual([
    ['name', 'Ada'],
    ['message', 'Hello'],
    ['tags', '["a","b"]'],
  ]);
  expect(post).toMatchObject({
    files: [],
    honeypot: undefined,
    uploads: undefined,
    challengeToken: undefined,
    script: { elapsedMs: undefined, webdriver: false },
    redirect: undefined,
    notification: undefined,
  });
});

it("reads the control fields but doesn't keep them", async () => {
  const post = await parse({
    name: 'Ada',
    _gotcha: 'bot',
    _uploads: 'upl_1',
    'cf-turnstile-response': 'token',
    _svc_elapsed_ms: '1200',
    _svc_webdriver: 'true',
  });
  expect([...post.payload.keys()]).toEqual(['name']);
  expect(post).toMatchObject({
    honeypot: '_gotcha',
    uploads: 'upl_1',
    challengeToken: 'token',
    script: { elapsedMs: 1200, webdriver: true },
  });
});

it("reads the settings that the form's convention allows in a submission", async () => {
  const asked = { name: 'Ada', _next: 'https://example.com/done', _subject: 'Order' };
  expect(await parse(asked, { conventions: 'formsubmit' })).toMatchObject({
    redirect: 'https://example.com/done',
    notification: { subject: 'Order' },
  });
  const plain = await parse(asked);
  expect(plain).toMatchObject({ redirect: undefined, notification: undefined });
  expect([...plain.payload.keys()]).toEqual(['name', '_next', '_subject']);
});

it("reads files up to the plan's limit", async () => {
  const bytes = multipart(text('name', 'Ada'), file('cv', 'cv.pdf', '12345'));
  const body = { contentType: MULTIPART, bytes: [bytes] };
  const form = formWith({});
  const post = await parsePost(body, { form, page, maxFileBytes: 5 }, { fileBuffer: memoryFileBuffer });
  expect([...post.payload]).toEqual([['name', 'Ada']]);
  expect(post.files).toMatchObject([{ field: 'cv', name: 'cv.pdf', size: 5 }]);
});

it("refuses a body that isn't form-encoded", async () => {
  const body = { contentType: 'text/plain', bytes: [Buffer.from('name=Ada')] };
  const form = formWith({});
  await expect(
    parsePost(body, { form, page, maxFileBytes: 5 }, { fileBuffer: memoryFileBuffer }),
  ).rejects.toThrow(BadBody);
});
