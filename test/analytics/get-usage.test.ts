import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newAccount } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());

test('GET /v1/usage immediately counts accepted submissions but not spam', async () => {
  const { accountId, key } = await newAccount(stores, { plan: 'free', monthly_quota: 3 });
  const { slug } = (await call('createForm', { key, body: { name: 'Contact' } })).body;
  const submit = (body: unknown) => call('submitForm', { path: { slug }, body });
  await submit({ name: 'Ada' });
  await submit({ name: 'Robot', _gotcha: 'yes' });
  await submit({ name: 'Grace' });

  const { status, body } = await call('getUsage', { key });
  expect(status).toBe(200);
  const now = new Date();
  const firstOf = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString();
  expect(body).toEqual({
    account_id: accountId,
    plan: 'free',
    period: { start: firstOf(now.getUTCMonth()), end: firstOf(now.getUTCMonth() + 1) },
    submissions: { used: 2, limit: 3, remaining: 1 },
    uploads: { allowed: false, max_file_bytes: 0 },
    refused: [],
  });
});

test('GET /v1/usage and the statistics count refused submissions by form and reason, but only for forms that the caller can see', async () => {
  const { accountId, key } = await newAccount(stores, { plan: 'free', monthly_quota: 1 });
  const fields = [{ name: 'email', type: 'email', required: true }];
  const settings = { fields, allowed_origins: ['https://shop.example'] };
  const own = (await call('createForm', { key, body: { name: 'Own', ...settings } })).body;
  const other = (await call('createForm', { key, body: { name: 'Other', status: 'draft' } })).body;
  const post = async (form: { slug: string }, body: unknown, headers = {}) =>
    (await call('submitForm', { path: { slug: form.slug }, body, headers })).body.code as string | undefined;
  const email = { email: 'ada@example.org' };
  const codes = [
    await post(own, { email: 'nobody' }),
    await post(own, { email: '' }),
    await post(own, email, { origin: 'https://evil.example' }),
    await post(own, email),
    await post(own, email),
    await post(other, email),
    await post({ slug: 'no-such-form' }, email),
  ];
  expect(codes).toEqual([
    ...['validation-failed', 'validation-failed', 'origin-not-allowed', undefined, 'quota-exceeded'],
    ...['form-not-live', 'form-not-found'],
  ]);
  const ofOwn = [
    { form_id: own.id, reason: 'validation-failed', count: 2 },
    { form_id: own.id, reason: 'quota-exceeded', count: 1 },
    { form_id: own.id, reason: 'origin-not-allowed', count: 1 },
  ];
  const all = (await call('getUsage', { key })).body.refused;
  expect(all[0]).toEqual(ofOwn[0]);
  expect(all).toHaveLength(4);
  expect(all).toEqual(
    expect.arrayContaining([...ofOwn, { form_id: other.id, reason: 'form-not-live', count: 1 }]),
  );
  const { cookies } = await signIn(stores, accountId, { role: 'viewer', form_ids: [own.id] });
  expect((await call('getUsage', { cookies })).body.refused).toEqual(ofOwn);

  const statistics = (await call('getStatistics', { key, path: { id: own.id } })).body;
  const byReason = ofOwn.map(({ reason, count }) => ({ reason, count }));
  expect(statistics.refused).toEqual(byReason);
  expect(statistics.by_day.at(-1).refused).toEqual(byReason);
  expect(statistics.by_day[0].refused).toEqual([]);
});

test('GET /v1/usage returns the plan limits for an account that has stored nothing', async () => {
  const { key } = await newAccount(stores, { plan: 'team' });
  expect((await call('getUsage', { key })).body).toMatchObject({
    plan: 'team',
    submissions: { used: 0, limit: 100_000, remaining: 100_000 },
    uploads: { allowed: true, max_file_bytes: 52_428_800 },
  });
});

test('GET /v1/health returns a plain status object and needs no key', async () => {
  const { status, headers, body } = await call('health');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
  expect(body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('GET /v1/usage counts only the forms that a member with restricted access can see', async () => {
  const { accountId, key } = await newAccount(stores, { plan: 'free' });
  const forms = await Promise.all(
    ['Own', 'Other'].map(async (name) => (await call('createForm', { key, body: { name } })).body),
  );
  const [own, other] = forms.map(({ id }) => id as string);
  const { cookies } = await signIn(stores, accountId, { role: 'viewer', form_ids: [own!] });
  const today = new Date().toISOString().slice(0, 10);
  const count = (formId: string, received: number) =>
    stores.db.send(
      new PutCommand({
        TableName: stores.tables.counters,
        Item: { counter: `day#${formId}#${today}`, received, spam: 1, unread: 0 },
      }),
    );
  await Promise.all([count(own!, 3), count(other!, 40)]);
  for (const { slug } of forms) await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
  const usageOf = async (caller: object) => (await call('getUsage', caller)).body.submissions;
  expect(await usageOf({ cookies })).toEqual({ used: 3, limit: 100, remaining: 97 });
  expect(await usageOf({ key })).toEqual({ used: 2, limit: 100, remaining: 98 });
});
