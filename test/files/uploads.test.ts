import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART } from '../support/samples/multipart.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const MEGABYTE = 1_048_576;

let stores: TestStores;
let buckets: TestBuckets;
let call: ReturnType<typeof handlersOn>;
let pro: AccountWithForms;

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  call = handlersOn(stores, { s3: buckets.endpoint });
  pro = await makeAccount(stores, call);
});
afterAll(async () => {
  await Promise.all([stores.stop(), buckets.stop()]);
});

const problem = ({ status, body }: Answered) => [status, body.type.split('/').at(-1)];
const asked = { field: 'film', name: 'holiday.mp4', content_type: 'video/mp4', size: 5 };

const ask = (slug: string, body: unknown = asked, headers: Record<string, string> = {}) =>
  call('createUpload', { path: { slug }, body, headers });

/** Uploads a file with a presigned POST: sends the form fields first, then the file, as a browser does. */
async function send(
  { url, fields }: { url: string; fields: Record<string, string> },
  content: string | Uint8Array,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Buffer.from(content)]), 'local-name.mp4');
  return fetch(url, { method: 'POST', body: form, headers: { origin: 'https://shop.example' } });
}

async function uploaded(slug: string, content: string | Uint8Array = 'bytes', given = {}): Promise<string> {
  const { status, body } = await ask(slug, { ...asked, size: Buffer.byteLength(content), ...given });
  expect(status).toBe(201);
  expect((await send(body, content)).status).toBe(204);
  return body.upload_id;
}

const submit = (slug: string, uploads: unknown, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body: { name: 'Ada', _uploads: uploads }, headers });

const attachmentKeys = async (formId: string) =>
  (await buckets.keys(buckets.attachments)).filter((key) => key.startsWith(`${formId}/`));

it('accepts a file before its form is submitted and attaches it to the submission', async () => {
  const form = await pro.makeForm();
  const { status, body: ticket } = await ask(form.slug);
  expect(status).toBe(201);
  expect(ticket).toEqual({
    upload_id: expect.stringMatching(/^upl_/),
    url: expect.stringContaining(buckets.endpoint),
    fields: expect.objectContaining({
      key: `uploads/${form.id}/${ticket.upload_id}`,
      'Content-Type': 'video/mp4',
    }),
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const inMinutes = (Date.parse(ticket.expires_at) - Date.now()) / 60_000;
  expect(inMinutes).toBeGreaterThan(59);
  expect(inMinutes).toBeLessThanOrEqual(60);

  const posted = await send(ticket, 'bytes');
  expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([204, '*']);

  const answer = await submit(form.slug, [ticket.upload_id]);
  expect([answer.status, answer.body.files]).toEqual([201, 1]);
  const { body: shown } = await call('getSubmission', {
    key: pro.managementKey,
    path: { id: answer.body.id },
  });
  expect(shown.payload).toEqual({ name: 'Ada' });
  expect(shown.attachments).toEqual([{ ...asked, id: expect.any(String), url: expect.any(String) }]);
  const link = new URL(shown.attachments[0].url);
  const { headers } = await call('getFile', {
    path: { id: shown.id, file_id: shown.attachments[0].id },
    query: Object.fromEntries(link.searchParams),
  });
  const fetched = await fetch(headers['location']!);
  expect([await fetched.text(), fetched.headers.get('content-type')]).toEqual(['bytes', 'video/mp4']);
});

it('signs a POST request to the bucket for exactly the announced size and one key', async () => {
  const form = await pro.makeForm();
  const { body } = await ask(form.slug);
  const policy = JSON.parse(Buffer.from(body.fields.Policy, 'base64').toString());
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      ['content-length-range', 5, 5],
      { key: body.fields.key },
      { 'Content-Type': 'video/mp4' },
      { bucket: buckets.attachments },
    ]),
  );
});

describe('the bucket', () => {
  const code = async (response: Response): Promise<[number, string | undefined]> => [
    response.status,
    /<Code>(\w+)</.exec(await response.text())?.[1],
  ];

  it.each([
    ['fewer bytes than announced', '1234', 'EntityTooSmall'],
    ['more bytes than announced', '123456', 'EntityTooLarge'],
  ])('refuses %s and stores nothing', async (_, content, expected) => {
    const { body } = await ask((await pro.makeForm()).slug);
    const refused = await send(body, content);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await code(refused)).toEqual([400, expected]);
    expect(await buckets.keys(buckets.attachments)).not.toContain(body.fields.key);
  });

  it.each([
    ['a different content type', { 'Content-Type': 'text/html' }, 'AccessDenied'],
    ['another key', { key: 'uploads/elsewhere' }, 'AccessDenied'],
    ["a field that wasn't signed", { acl: 'public-read' }, 'AccessDenied'],
    ['another signature', { 'X-Amz-Signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
    [
      'another policy',
      { Policy: Buffer.from('{"conditions":[]}').toString('base64') },
      'SignatureDoesNotMatch',
    ],
  ])('refuses %s', async (_, changed, expected) => {
    const { body } = await ask((await pro.makeForm()).slug);
    const fields = { ...body.fields, ...changed };
    expect(await code(await send({ ...body, fields }, 'bytes'))).toEqual([403, expected]);
    expect(await buckets.keys(buckets.attachments)).not.toContain(fields.key);
  });

  it('refuses an upload without a policy', async () => {
    const { body } = await ask((await pro.makeForm()).slug);
    const { key } = body.fields;
    expect(await code(await send({ ...body, fields: { key } }, 'bytes'))).toEqual([403, 'AccessDenied']);
  });
});

it.each<[string, (a: string, b: string) => Parameters<typeof call>[1]]>([
  ['a JSON array', (a, b) => ({ body: { _uploads: [a, b] } })],
  ['JSON text with commas', (a, b) => ({ body: { _uploads: `${a},${b}` } })],
  [
    'a repeated field',
    (a, b) => ({
      body: new URLSearchParams([
        ['_uploads', a],
        ['_uploads', b],
      ]),
    }),
  ],
  ['one field with commas', (a, b) => ({ body: new URLSearchParams({ _uploads: `${a}, ${b}` }) })],
])('accepts the IDs as %s', async (_, sent) => {
  const form = await pro.makeForm();
  const [a, b] = [await uploaded(form.slug), await uploaded(form.slug)];
  const answer = await call('submitForm', { path: { slug: form.slug }, ...sent(a, b) });
  expect([answer.status, answer.body.files]).toEqual([201, 2]);
});

it('accepts uploads together with files in the submission itself', async () => {
  const form = await pro.makeForm();
  const id = await uploaded(form.slug);
  const body = multipart(
    ['Content-Disposition: form-data; name="_uploads"', id],
    file('cv', 'cv.pdf', '%PDF'),
  );
  const answer = await call('submitForm', {
    path: { slug: form.slug },
    body,
    headers: { 'content-type': MULTIPART },
  });
  expect(answer.body.files).toBe(2);
  expect(await attachmentKeys(form.id)).toHaveLength(2);
});

it.each<['pro' | 'team', number]>([
  ['pro', 25],
  ['team', 50],
])("accepts a file of plan %s's maximum size", async (plan, megabytes) => {
  const account = await makeAccount(stores, call, { plan });
  const form = await account.makeForm();
  const content = Buffer.alloc(megabytes * MEGABYTE, 'film');
  const id = await uploaded(form.slug, content);
  const answer = await submit(form.slug, id);
  expect([answer.status, answer.body.files]).toEqual([201, 1]);
  const [Key] = await attachmentKeys(form.id);
  const head = await buckets.s3.send(new HeadObjectCommand({ Bucket: buckets.attachments, Key }));
  expect(head.ContentLength).toBe(content.length);
  expect(problem(await ask(form.slug, { ...asked, size: content.length + 1 }))).toEqual([
    413,
    'file-too-large',
  ]);
});

describe("creating an upload runs the form's preliminary checks", () => {
  it("returns 404 for a form that doesn't exist", async () => {
    expect(problem(await ask('no-such-form'))).toEqual([404, 'form-not-found']);
    expect(problem(await ask('no-such-form', 'nonsense'))).toEqual([404, 'form-not-found']);
  });

  it("refuses an upload if the form isn't live", async () => {
    const form = await pro.makeForm({ status: 'draft' });
    expect(problem(await ask(form.slug))).toEqual([403, 'form-not-live']);
  });

  it("refuses websites that the form doesn't allow", async () => {
    const form = await pro.makeForm({ allowed_origins: ['https://shop.example'] });
    expect(problem(await ask(form.slug, asked, { origin: 'https://evil.example' }))).toEqual([
      403,
      'origin-not-allowed',
    ]);
    expect((await ask(form.slug, asked, { origin: 'https://shop.example' })).status).toBe(201);
  });

  it("refuses other accounts' keys and accepts both types of the account's own keys", async () => {
    const form = await pro.makeForm();
    const other = await makeAccount(stores, call);
    for (const key of ['nonsense', other.managementKey, other.submissionKey]) {
      expect(problem(await call('createUpload', { path: { slug: form.slug }, body: asked, key }))).toEqual([
        403,
        'invalid-key',
      ]);
    }
    for (const key of [pro.submissionKey, pro.managementKey])
      expect((await call('createUpload', { path: { slug: form.slug }, body: asked, key })).status).toBe(201);
  });

  it("counts towards the form's rate limit", async () => {
    const form = await pro.makeForm({ rate_limit: 2 });
    expect((await ask(form.slug)).status).toBe(201);
    expect((await submit(form.slug, [])).status).toBe(201);
    const answer = await ask(form.slug);
    expect(problem(answer)).toEqual([429, 'rate-limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('refuses an upload if the quota is used up', async () => {
    const account = await makeAccount(stores, call, { quota: 1 });
    const form = await account.makeForm();
    expect((await submit(form.slug, [])).status).toBe(201);
    expect(problem(await ask(form.slug))).toEqual([402, 'quota-exceeded']);
  });

  it('refuses an upload on a plan without uploads', async () => {
    const free = await makeAccount(stores, call, { plan: 'free' });
    const form = await free.makeForm();
    expect(problem(await ask(form.slug))).toEqual([413, 'uploads-not-allowed']);
  });

  it.each<[unknown, [number, string]]>([
    [Buffer.alloc(0), [400, 'bad-body']],
    [Buffer.from('{'), [400, 'bad-body']],
    [{}, [422, 'validation-failed']],
    [[], [400, 'bad-body']],
    [{ ...asked, size: -1 }, [422, 'validation-failed']],
    [{ ...asked, size: 1.5 }, [422, 'validation-failed']],
    [{ ...asked, size: '5' }, [422, 'validation-failed']],
    [{ ...asked, field: '' }, [422, 'validation-failed']],
    [{ ...asked, extra: 1 }, [422, 'validation-failed']],
  ])('refuses %j', async (body, expected) => {
    const form = await pro.makeForm();
    expect(problem(await ask(form.slug, body))).toEqual(expected);
  });

  it('lets any website read the response', async () => {
    const form = await pro.makeForm();
    const { headers } = await ask(form.slug, asked, { origin: 'https://shop.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});

describe('an upload is refused when the form is submitted', () => {
  const refused = async (
    slug: string,
    uploads: unknown,
    expected: [number, string] = [422, 'validation-failed'],
  ) => {
    const answer = await submit(slug, uploads);
    expect(problem(answer)).toEqual(expected);
    return answer;
  };

  it('if it does not exist', async () => {
    const form = await pro.makeForm();
    const { body } = await refused(form.slug, `upl_${'0'.repeat(26)}`);
    expect(body.errors).toEqual([{ path: '_uploads', message: expect.stringContaining('unknown') }]);
    await refused(form.slug, 'nonsense');
    await refused(form.slug, [1]);
    await refused(form.slug, { id: 'upl' });
  });

  it('if it belongs to another form', async () => {
    const [form, other] = [await pro.makeForm(), await pro.makeForm()];
    await refused(other.slug, await uploaded(form.slug));
    expect(await attachmentKeys(other.id)).toEqual([]);
  });

  it('if it was used before', async () => {
    const form = await pro.makeForm();
    const id = await uploaded(form.slug);
    expect((await submit(form.slug, id)).status).toBe(201);
    await refused(form.slug, id);
    expect(await attachmentKeys(form.id)).toHaveLength(1);
  });

  it('while its file is missing, but not once it has arrived', async () => {
    const form = await pro.makeForm();
    const { body: ticket } = await ask(form.slug);
    await refused(form.slug, ticket.upload_id);
    await send(ticket, 'bytes');
    expect((await submit(form.slug, ticket.upload_id)).status).toBe(201);
  });

  it("if the file's actual size differs from the announced size", async () => {
    const form = await pro.makeForm();
    for (const content of ['byte', 'bytes and more']) {
      const { body: ticket } = await ask(form.slug);
      // S3 would refuse this upload, but the emulator accepts it.
      await send(ticket, content);
      await refused(form.slug, ticket.upload_id);
    }
    expect(await attachmentKeys(form.id)).toEqual([]);
  });

  it("if the file exceeds the plan's limit", async () => {
    const form = await pro.makeForm();
    const { body: ticket } = await ask(form.slug);
    // The upload's signature limits its size, so the test writes the oversized file to the bucket directly.
    const { key: Key } = ticket.fields;
    const Body = Buffer.alloc(25 * MEGABYTE + 1);
    await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.attachments, Key, Body }));
    await refused(form.slug, ticket.upload_id, [413, 'file-too-large']);
  });

  it('if the account has switched to a plan without uploads', async () => {
    const account = await makeAccount(stores, call);
    const form = await account.makeForm();
    const id = await uploaded(form.slug);
    await stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.accounts,
        Key: { account_id: account.account_id },
        UpdateExpression: 'SET #plan = :free',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':free': 'free' },
      }),
    );
    await refused(form.slug, id, [413, 'uploads-not-allowed']);
  });

  it('if it is older than a day, even if it is still stored', async () => {
    const form = await pro.makeForm();
    const id = await uploaded(form.slug);
    await stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.uploads,
        Key: { form_id: form.id, upload_id: id },
        UpdateExpression: 'SET expires_at = :now',
        ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
      }),
    );
    await refused(form.slug, id);
  });

  it('if the submission has more than ten', async () => {
    const form = await pro.makeForm();
    const ids = Array.from({ length: 11 }, (_, i) => `upl_${String(i).padStart(26, '0')}`);
    await refused(form.slug, ids, [413, 'body-too-large']);
  });

  it("but the submission's other uploads can still be used", async () => {
    const form = await pro.makeForm();
    const [good, used] = [await uploaded(form.slug), await uploaded(form.slug)];
    expect((await submit(form.slug, used)).status).toBe(201);
    await refused(form.slug, [good, used]);
    expect((await submit(form.slug, good)).status).toBe(201);
    expect(await attachmentKeys(form.id)).toHaveLength(2);
  });
});

it('attaches an upload to only one of many racing submissions and keeps no file for the others', async () => {
  const account = await makeAccount(stores, call);
  const form = await account.makeForm();
  const id = await uploaded(form.slug);
  const answers = await Promise.all(Array.from({ length: 15 }, () => submit(form.slug, id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(14);
  expect(await attachmentKeys(form.id)).toHaveLength(1);
  const month = new Date().toISOString().slice(0, 7);
  const { Item } = await stores.db.send(
    new GetCommand({
      TableName: stores.tables.counters,
      Key: { counter: `quota#${account.account_id}#${month}` },
    }),
  );
  expect(Item!['used']).toBe(1);
});

it('replays a repeated submission by its idempotency key, whether or not its uploads have been used', async () => {
  const form = await pro.makeForm();
  const id = await uploaded(form.slug);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => submit(form.slug, id, { 'idempotency-key': 'once' })),
  );
  answers.push(await submit(form.slug, id, { 'idempotency-key': 'once' }));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.idempotent_replay === true)).toHaveLength(10);
  expect(await attachmentKeys(form.id)).toHaveLength(1);
});

it('ignores uploads in spam', async () => {
  const form = await pro.makeForm();
  const id = await uploaded(form.slug);
  const spam = await call('submitForm', {
    path: { slug: form.slug },
    body: { _gotcha: 'x', _uploads: [id] },
  });
  expect([spam.status, spam.body]).toEqual([200, { ok: true, status: 'accepted' }]);
  expect(await attachmentKeys(form.id)).toEqual([]);
  expect((await submit(form.slug, id)).status).toBe(201);
});
