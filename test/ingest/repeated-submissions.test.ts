/** Tests idempotency keys and repeated submissions with the real store and a clock that the tests control. */
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { QuotaExceeded } from '../../lambdas/core/errors/errors.ts';
import type { IngestRequest } from '../../lambdas/ingest/preflight.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';
import { stores, call, post } from './ingest-rules-fixture.ts';

let account: AccountWithForms;

it('remembers an idempotency key for a day but no longer, even if its item is still stored', async () => {
  account = await makeAccount(stores, call);
  const { slug } = await account.makeForm();
  const now = Date.UTC(2027, 2, 5);
  const first = await post(slug, now, { idempotencyKey: 'k' });
  expect(first.outcome).toBe('stored');
  expect(await post(slug, now + 86_399_000, { idempotencyKey: 'k' })).toMatchObject({
    outcome: 'replay',
    submissionId: first.outcome === 'stored' && first.submission.submission_id,
  });
  expect((await post(slug, now + 86_401_000, { idempotencyKey: 'k' })).outcome).toBe('stored');
});

it("keeps different forms' idempotency keys apart and accepts any non-empty string as a key", async () => {
  account = await makeAccount(stores, call);
  const [one, other] = [await account.makeForm({ name: 'One' }), await account.makeForm({ name: 'Other' })];
  const now = Date.UTC(2027, 3, 5);
  const idempotencyKey = `${'k'.repeat(5000)} ü`;
  expect((await post(one.slug, now, { idempotencyKey })).outcome).toBe('stored');
  expect((await post(other.slug, now, { idempotencyKey })).outcome).toBe('stored');
  expect((await post(one.slug, now, { idempotencyKey })).outcome).toBe('replay');
  expect((await post(one.slug, now, { idempotencyKey: `${idempotencyKey}k` })).outcome).toBe('stored');
  for (let count = 0; count < 2; count += 1)
    expect((await post(one.slug, now, { idempotencyKey: '' })).outcome).toBe('stored');
});

it('keeps the idempotency keys of the account apart from those of strangers', async () => {
  account = await makeAccount(stores, call);
  const { id, slug } = await account.makeForm();
  const headers = { 'idempotency-key': 'order-1001' };
  const postAs = (key: string | undefined, name: string) =>
    call('submitForm', { path: { slug }, headers, body: { name }, key });
  // A stranger uses the same idempotency key that the account's server is about to use.
  expect((await postAs(undefined, 'stranger')).status).toBe(201);
  const first = await postAs(account.submissionKey, 'server');
  expect(first.status).toBe(201);
  const replay = { id: first.body.id, status: 'received', idempotent_replay: true };
  for (const key of [account.submissionKey, account.managementKey])
    expect(await postAs(key, 'another body')).toMatchObject({ status: 200, body: replay });
  // The localized API shares the account's idempotency keys.
  const localized = await call('submitEntry', {
    path: { locale: 'de' },
    headers,
    key: account.submissionKey,
    body: { form: slug, fields: { name: 'server' } },
  });
  expect(localized).toMatchObject({
    status: 200,
    body: { job_id: first.body.id, idempotent_replay: true },
  });
  const another = await makeAccount(stores, call);
  expect((await postAs(another.managementKey, 'other account')).status).toBe(403);
  expect((await postAs(undefined, 'stranger again')).body).toMatchObject({ idempotent_replay: true });
  const names = (await storedSubmissions(stores, id)).map(({ payload }) => new Map(payload).get('name'));
  expect(names.sort()).toEqual(['server', 'stranger']);
});

it('accepts a replay even if the quota is used up', async () => {
  account = await makeAccount(stores, call, { quota: 1 });
  const { slug } = await account.makeForm();
  const now = Date.UTC(2027, 4, 5);
  await post(slug, now, { idempotencyKey: 'k' });
  expect((await post(slug, now, { idempotencyKey: 'k' })).outcome).toBe('replay');
});

describe("a navigating browser's repeated body from the same address", () => {
  const urlencoded = (text: string) => ({
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(text),
  });
  const browse = (
    slug: string,
    now: number,
    whole: { contentType: string; bytes: Buffer } = urlencoded('name=Ada'),
    more: Partial<IngestRequest> = {},
  ) =>
    post(slug, now, {
      ...more,
      repeatable: { contentType: whole.contentType, bytes: [whole.bytes] },
      body: { contentType: whole.contentType, bytes: [whole.bytes] },
    });
  const stored = (formId: string) => storedSubmissions(stores, formId);
  const FORMER = Date.UTC(2027, 4, 5, 12);

  // The first submission can arrive at any second of a minute.
  it.each([0, 1, 500, 999, 30_000, 58_700, 59_999])(
    'counts as the same submission for a minute, even if the first one arrives %d ms into a clock minute',
    async (offset) => {
      account = await makeAccount(stores, call);
      const { slug, id } = await account.makeForm({ rate_limit: 1000 });
      const first = await browse(slug, FORMER + offset);
      if (first.outcome !== 'stored') throw new Error('The first post was not stored');
      for (const later of [0, 1, 999, 30_000, 59_000, 59_999])
        expect(await browse(slug, FORMER + offset + later)).toMatchObject({
          outcome: 'replay',
          submissionId: first.submission.submission_id,
        });
      expect(await stored(id)).toHaveLength(1);
      expect((await browse(slug, FORMER + offset + 61_000)).outcome).toBe('stored');
    },
  );

  it('counts once, even for the last unit of the quota and for simultaneous submissions', async () => {
    account = await makeAccount(stores, call, { quota: 2 });
    const { slug, id } = await account.makeForm();
    const first = await Promise.all(Array.from({ length: 6 }, () => browse(slug, FORMER)));
    expect(first.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array<string>(5).fill('replay'),
      'stored',
    ]);
    expect((await browse(slug, FORMER, urlencoded('name=Grace'))).outcome).toBe('stored');
    expect((await browse(slug, FORMER, urlencoded('name=Grace'))).outcome).toBe('replay');
    await expect(browse(slug, FORMER, urlencoded('name=Edsger'))).rejects.toThrow(QuotaExceeded);
    expect(await stored(id)).toHaveLength(2);
  });

  it('is stored and counted once if it is spam', async () => {
    account = await makeAccount(stores, call);
    const { slug, id } = await account.makeForm();
    const spam = urlencoded('name=Bot&_gotcha=x');
    const outcomes = (await Promise.all(Array.from({ length: 4 }, () => browse(slug, FORMER, spam)))).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes).toContain('spam');
    await browse(slug, FORMER + 59_999, spam);
    expect(await stored(id)).toMatchObject([{ status: 'spam' }]);
    const { Items = [] } = await stores.db.send(
      new ScanCommand({
        TableName: stores.tables.counters,
        FilterExpression: 'begins_with(#counter, :prefix)',
        ExpressionAttributeNames: { '#counter': 'counter' },
        ExpressionAttributeValues: { ':prefix': `spam#${id}` },
      }),
    );
    expect(Items).toMatchObject([{ used: 1 }]);
  });

  it('counts as a new submission with a different address, form, or body, or with an idempotency key', async () => {
    account = await makeAccount(stores, call);
    const [form, other] = [await account.makeForm(), await account.makeForm()];
    await browse(form.slug, FORMER);
    expect(
      (
        await Promise.all([
          browse(form.slug, FORMER, undefined, { sourceIp: '203.0.113.8' }),
          browse(other.slug, FORMER),
          browse(form.slug, FORMER, urlencoded('name=Ada+')),
          browse(form.slug, FORMER, undefined, { idempotencyKey: 'k' }),
          post(form.slug, FORMER),
        ])
      ).map(({ outcome }) => outcome),
    ).toEqual(Array(5).fill('stored'));
  });

  it('counts as the same submission if only the multipart boundary differs', async () => {
    account = await makeAccount(stores, call);
    const { slug } = await account.makeForm();
    const bodyWith = (boundary: string, value = 'Ada') => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes: Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${value}\r\n--${boundary}--\r\n`,
      ),
    });
    expect((await browse(slug, FORMER, bodyWith('----WebKitFormBoundaryA'))).outcome).toBe('stored');
    expect((await browse(slug, FORMER, bodyWith('----geckoformboundary00b1'))).outcome).toBe('replay');
    expect((await browse(slug, FORMER, bodyWith('----geckoformboundary00b1', 'Eve'))).outcome).toBe('stored');
  });

  it('repeats the challenge with the same UUID and can reuse its uploads', async () => {
    account = await makeAccount(stores, call);
    const { slug } = await account.makeForm({ challenge: { enabled: true, secret: 's' } });
    const body = urlencoded('name=Ada&cf-turnstile-response=token');
    const outcomes = await Promise.all([browse(slug, FORMER, body), browse(slug, FORMER, body)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['replay', 'stored']);
  });

  it('is remembered without the address or the input', async () => {
    account = await makeAccount(stores, call);
    const { slug, id } = await account.makeForm();
    await browse(slug, FORMER, urlencoded('name=Ada&message=Hello'));
    const { Items = [] } = await stores.db.send(
      new QueryCommand({
        TableName: stores.tables.idempotency,
        KeyConditionExpression: 'form_id = :form',
        ExpressionAttributeValues: { ':form': id },
      }),
    );
    expect(Items).toEqual([
      {
        form_id: id,
        key_digest: expect.stringMatching(/^repeat#[\w-]{43}$/),
        submission_id: expect.stringMatching(/^sub_/),
        expires_at: FORMER / 1000 + 60,
      },
    ]);
  });
});
