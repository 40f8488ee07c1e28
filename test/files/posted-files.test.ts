import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { file, multipart, MULTIPART, text } from '../support/samples/multipart.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

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

const post = (slug: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers: { 'content-type': MULTIPART, ...headers } });

const storedKeys = async (formId: string): Promise<string[]> =>
  (await buckets.keys(buckets.attachments)).filter((key) => key.includes(formId));

const submissionsOf = (formId: string) => storedSubmissions(stores, formId);

const used = async (accountId: string): Promise<number> => {
  const { Items = [] } = await stores.db.send(new ScanCommand({ TableName: stores.tables.counters }));
  const quota = Items.find((item) => String(item['counter']).startsWith(`quota#${accountId}`));
  return Number(quota?.['used'] ?? 0);
};

const problem = ({ status, body }: Answered) => [status, body.type.split('/').at(-1)];

it('keeps the files of a submission that might be spam according to its score', async () => {
  const form = await pro.makeForm({ spam: { mode: 'file', threshold: 30 } });
  const suspect = text('_svc_webdriver', 'true');
  const withFile = await post(
    form.slug,
    multipart(suspect, text('name', 'Ada'), file('cv', 'cv.txt', 'my life')),
  );
  expect(withFile).toMatchObject({ status: 201, body: { files: 1 } });
  expect((await post(form.slug, multipart(suspect, text('name', 'Ada')))).status).toBe(200);
  expect(await submissionsOf(form.id)).toMatchObject([
    { status: 'received', spam: { score: 30 } },
    { status: 'spam', spam: { score: 30 } },
  ]);
});

it("stores a submission's files and lists them on the submission", async () => {
  const form = await pro.makeForm();
  const answer = await post(
    form.slug,
    multipart(
      text('name', 'Ada'),
      file('cv', 'Lebenslauf Müller.pdf', '%PDF-1.7', 'application/pdf'),
      file('none', '', ''),
    ),
  );
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    received_at: expect.any(String),
    status: 'received',
    files: 1,
  });

  const { body: shown } = await call('getSubmission', {
    key: pro.managementKey,
    path: { id: answer.body.id },
  });
  expect(shown).toMatchObject({
    files: 1,
    payload: { name: 'Ada' },
    attachments: [
      {
        id: expect.stringMatching(/^file_/),
        field: 'cv',
        name: 'Lebenslauf Müller.pdf',
        content_type: 'application/pdf',
        size: 8,
        url: expect.stringContaining(`/v1/submissions/${answer.body.id}/files/file_`),
      },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain('link_key');

  const [key] = await storedKeys(form.id);
  expect(key).toBe(`${form.id}/${answer.body.id}/${shown.attachments[0].id}`);
  const object = await buckets.s3.send(new GetObjectCommand({ Bucket: buckets.attachments, Key: key }));
  expect(object.ContentType).toBe('application/pdf');
  expect(await object.Body?.transformToString()).toBe('%PDF-1.7');

  const { body: list } = await call('listSubmissions', { key: pro.managementKey, path: { id: form.id } });
  expect(list.data[0].attachments[0].id).toBe(shown.attachments[0].id);
});

it('stores ten files unchanged', async () => {
  const form = await pro.makeForm();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const parts = Array.from({ length: 10 }, (_, i) =>
    file('f', `${i}.bin`, Buffer.concat([bytes, Buffer.from([i])])),
  );
  expect((await post(form.slug, multipart(...parts))).body.files).toBe(10);
  const contents = await Promise.all(
    (await storedKeys(form.id)).map(async (Key) => {
      const { Body } = await buckets.s3.send(new GetObjectCommand({ Bucket: buckets.attachments, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    }),
  );
  expect(contents.map((content) => content.at(-1)).sort((a, b) => a! - b!)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  expect(contents.every((content) => content.subarray(0, 256).equals(bytes))).toBe(true);
});

describe('refused submissions and spam leave no files', () => {
  const refused = async (
    plan: 'free' | 'pro' | 'team',
    body: Buffer,
    expected: [number, string],
    formInput: Record<string, unknown> = {},
  ) => {
    const account = await makeAccount(stores, call, { plan });
    const form = await account.makeForm(formInput);
    expect(problem(await post(form.slug, body))).toEqual(expected);
    expect(await storedKeys(form.id)).toEqual([]);
    expect(await submissionsOf(form.id)).toEqual([]);
    expect(await used(account.account_id)).toBe(0);
  };

  it('a file on a plan without uploads', () =>
    refused('free', multipart(file('f', 'a.txt', 'x')), [413, 'uploads-not-allowed']));

  it('an empty file with a name on a plan without uploads', () =>
    refused('free', multipart(file('f', 'a.txt', '')), [413, 'uploads-not-allowed']));

  it('a file one byte larger than the plan allows', () =>
    refused('pro', multipart(file('f', 'a', Buffer.alloc(25 * MEGABYTE + 1))), [413, 'file-too-large']));

  it('a file that declares a size above the limit', () =>
    refused('team', multipart(file('f', 'a', 'x', `text/plain\r\nContent-Length: ${50 * MEGABYTE + 1}`)), [
      413,
      'file-too-large',
    ]));

  it('one file too many', () =>
    refused('team', multipart(...Array.from({ length: 11 }, () => file('f', 'a', 'x'))), [
      413,
      'body-too-large',
    ]));

  it('a body that ends in the middle of a file', () =>
    refused('pro', multipart(file('f', 'a', 'x'.repeat(1000))).subarray(0, 500), [400, 'bad-body']));

  it('a failed challenge', () =>
    refused('pro', multipart(file('f', 'a', 'x')), [403, 'turnstile-failed'], {
      challenge: { enabled: true, secret: '2x0000000000000000000000000000000AA' },
    }));

  it('spam, on any plan and of any size', async () => {
    const free = await makeAccount(stores, call, { plan: 'free' });
    for (const account of [free, pro]) {
      const form = await account.makeForm();
      const answer = await post(
        form.slug,
        multipart(
          text('_gotcha', 'bot'),
          file('f', 'a', Buffer.alloc(26 * MEGABYTE)),
          text('_uploads', 'nonsense'),
        ),
      );
      expect([answer.status, answer.body]).toEqual([200, { ok: true, status: 'accepted' }]);
      expect(await storedKeys(form.id)).toEqual([]);
      const [stored] = await submissionsOf(form.id);
      expect(stored).toMatchObject({ status: 'spam', payload: [] });
    }
  });
});

it('accepts an empty file input on a plan without uploads', async () => {
  const free = await makeAccount(stores, call, { plan: 'free' });
  const form = await free.makeForm();
  const answer = await post(form.slug, multipart(text('name', 'Ada'), file('cv', '', '')));
  expect([answer.status, answer.body.files]).toEqual([201, 0]);
});

it('mentions max_file_bytes in the error for a file that is too large', async () => {
  const form = await pro.makeForm();
  const body = multipart(file('f', 'film.mp4', 'x', `video/mp4\r\nContent-Length: ${30 * MEGABYTE}`));
  expect((await post(form.slug, body)).body).toMatchObject({
    status: 413,
    title: 'File too large',
    max_file_bytes: 25 * MEGABYTE,
  });
});

describe('race conditions', () => {
  it('keeps only the files of the submissions that got the last units of the quota', async () => {
    const account = await makeAccount(stores, call, { quota: 3 });
    const form = await account.makeForm();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(form.slug, multipart(file('f', 'a', 'x')))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(17);
    expect(await storedKeys(form.id)).toHaveLength(3);
    expect(await used(account.account_id)).toBe(3);
  });

  it('keeps the files of only one submission if many have the same idempotency key', async () => {
    const account = await makeAccount(stores, call);
    const form = await account.makeForm();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(form.slug, multipart(file('f', 'a', 'x'), file('g', 'b', 'y')), { 'idempotency-key': 'once' }),
      ),
    );
    const ids = new Set(answers.map(({ body }) => body.id));
    expect([answers.filter(({ status }) => status === 201).length, ids.size]).toEqual([1, 1]);
    const [id] = ids;
    const keys = await storedKeys(form.id);
    expect(keys).toHaveLength(2);
    expect(keys.every((key) => key.startsWith(`${form.id}/${id}/`))).toBe(true);
    expect(await used(account.account_id)).toBe(1);
  });
});

describe('links', () => {
  const submitted = async (name: string, type: string) => {
    const form = await pro.makeForm();
    const { body } = await post(form.slug, multipart(file('f', name, '<script>alert(1)</script>', type)));
    const { body: shown } = await call('getSubmission', { key: pro.managementKey, path: { id: body.id } });
    const [attachment] = shown.attachments;
    const url = new URL(attachment.url);
    return {
      id: body.id as string,
      formId: form.id,
      fileId: attachment.id as string,
      query: Object.fromEntries(url.searchParams),
    };
  };

  it('let anyone who has the link download the file', async () => {
    const { id, fileId, query } = await submitted('Grüße %221%22.html', 'text/html');
    const answer = await call('getFile', { path: { id, file_id: fileId }, query });
    expect(answer.status).toBe(302);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const file = await fetch(answer.headers['location']!);
    expect(file.status).toBe(200);
    expect(await file.text()).toBe('<script>alert(1)</script>');
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.html`,
    );
    expect((await fetch(answer.headers['location']!.replace(fileId, 'file_other'))).status).toBe(403);
  });

  it("can't be created or changed by anyone else", async () => {
    const { id, formId, fileId, query } = await submitted('a.png', 'image/png');
    const other = await submitted('b.png', 'image/png');
    const path = { id, file_id: fileId };
    const get = async (sent: Parameters<typeof call>[1]) => problem(await call('getFile', sent));
    const forbidden = [403, 'forbidden'];
    expect(await get({ path, query: { ...query, expires: `${Number(query['expires']) + 1}` } })).toEqual(
      forbidden,
    );
    expect(await get({ path, query: { ...query, signature: 'x' } })).toEqual(forbidden);
    expect(await get({ path, query: { ...query, signature: '' } })).toEqual(forbidden);
    expect(
      await get({ path, query: { expires: query['expires']!, signature: other.query['signature']! } }),
    ).toEqual(forbidden);
    expect(await get({ path: { ...path, file_id: other.fileId }, query })).toEqual(forbidden);
    expect(await get({ path: { ...path, id: other.id }, query })).toEqual(forbidden);
    expect(await get({ path: { ...path, id: `sub_${formId.slice(4)}${'0'.repeat(26)}` }, query })).toEqual(
      forbidden,
    );
    expect(await get({ path: { ...path, id: 'nonsense' }, query })).toEqual(forbidden);
    expect(await get({ path })).toEqual([401, 'unauthorized']);
  });

  it("aren't needed if a management key of the account is used", async () => {
    const { id, fileId } = await submitted('a.png', 'image/png');
    const other = await makeAccount(stores, call);
    const path = { id, file_id: fileId };
    const answer = await call('getFile', { path, key: pro.managementKey });
    const file = await fetch(answer.headers['location']!);
    expect([answer.status, file.headers.get('content-type')]).toEqual([302, 'image/png']);
    expect(problem(await call('getFile', { path, key: other.managementKey }))).toEqual([404, 'not-found']);
    expect(problem(await call('getFile', { path, key: pro.submissionKey }))).toEqual([403, 'forbidden']);
    expect(problem(await call('getFile', { path, key: 'nonsense' }))).toEqual([401, 'unauthorized']);
    expect(
      problem(await call('getFile', { path: { id, file_id: 'file_other' }, key: pro.managementKey })),
    ).toEqual([404, 'not-found']);
  });
});

it('shows submissions that were stored before files were supported', async () => {
  const form = await pro.makeForm();
  const { body } = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  const [item] = await submissionsOf(form.id);
  expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['attachments']));
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.submissions,
      Key: { form_id: form.id, submission_id: body.id },
      UpdateExpression: 'REMOVE link_key',
    }),
  );
  const { body: shown } = await call('getSubmission', { key: pro.managementKey, path: { id: body.id } });
  expect([shown.files, shown.attachments]).toEqual([0, []]);
});
