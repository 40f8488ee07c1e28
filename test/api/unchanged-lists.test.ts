/** Tests that unchanged lists and statistics return a 304 and cost only one small read. */
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { OperationName } from '../../lambdas/api/operations.ts';
import { withNotModified } from '../../lambdas/http/conditional/unchanged-list.ts';
import { listAllSubmissions } from '../../lambdas/submissions/submission-operations.ts';
import { HOUR } from '../../lambdas/core/clock.ts';
import { deliveryIdOf } from '../../lambdas/core/ids.ts';
import { submissionRecord, streamRecord } from '../support/aws/stream-record.ts';
import { meterOf, type DynamoDbMeter } from '../support/emulators/dynamodb-meter.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { signIn } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let meter: DynamoDbMeter;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
beforeAll(async () => {
  stores = await startStores();
  meter = await meterOf(stores.endpoint);
  call = handlersOn({ ...stores, endpoint: meter.endpoint });
  account = await newAccount(stores, { plan: 'team' });
});
afterAll(async () => {
  await meter.stop();
  await stores.stop();
});

type Form = Awaited<ReturnType<typeof storedForm>>;
let form: Form;
let webhookId: string;
beforeEach(async () => {
  form = await storedForm(stores, { account: account.accountId });
  const made = await call('createWebhook', {
    key: account.key,
    path: { id: form.form_id },
    body: { url: 'https://hooks.example.org/in' },
  });
  webhookId = made.body.id;
});

/** Every list operation, with the id in its path. */
const lists: [OperationName, () => string | undefined][] = [
  ['listForms', () => undefined],
  ['listSubmissions', () => form.form_id],
  ['listAllSubmissions', () => undefined],
  ['listWebhooks', () => form.form_id],
  ['listDeliveries', () => webhookId],
  ['getStatistics', () => form.form_id],
  ['listApiKeys', () => undefined],
  ['listAccountWebhooks', () => undefined],
];
const idOf = (name: OperationName) => lists.find(([each]) => each === name)?.[1]();
const get = (name: OperationName, headers: Record<string, string> = {}, more: object = {}) => {
  const id = idOf(name);
  return call(name, { key: account.key, ...(id !== undefined && { path: { id } }), headers, ...more });
};
/** Runs the action and returns the names of the lists that got a new ETag. */
async function changedBy(
  names: readonly OperationName[],
  doing: () => Promise<unknown>,
): Promise<OperationName[]> {
  const before = new Map<OperationName, string>();
  for (const name of names) before.set(name, (await get(name)).headers['etag']!);
  await doing();
  const changed: OperationName[] = [];
  for (const [name, tag] of before) {
    const { status } = await get(name, { 'if-none-match': tag });
    if (status !== 304) changed.push(name);
  }
  return changed;
}
const all = lists.map(([name]) => name);

async function follow(entry: string, ...Records: unknown[]): Promise<void> {
  const { handler } = (await import(`../../lambdas/analytics/${entry}.ts`)) as {
    handler: (event: DynamoDBStreamEvent) => Promise<{ batchItemFailures: unknown[] }>;
  };
  expect(await handler({ Records } as unknown as DynamoDBStreamEvent)).toEqual({ batchItemFailures: [] });
}
let sequence = 1000;
const next = () => String((sequence += 1));

it.each(lists.map(([name]) => name))(
  '%s returns a private 304 without a body if the tag matches',
  async (name) => {
    const first = await get(name);
    expect(first.status).toBe(200);
    const etag = first.headers['etag']!;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await get(name, { 'if-none-match': `"other", ${etag}` });
    expect(again).toMatchObject({
      status: 304,
      text: '',
      headers: { etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' },
    });
    expect((await get(name, { 'if-none-match': '"other"' })).status).toBe(200);
  },
);

it.each(lists.map(([name]) => name))('%s reads at most 3 units for a 304', async (name) => {
  const etag = (await get(name)).headers['etag']!;
  // The API key was used less than an hour ago, so its last-used time isn't updated.
  meter.take();
  expect((await get(name, { 'if-none-match': etag })).status).toBe(304);
  const calls = meter.take();
  const whoCalls = calls.filter(
    ({ tables }) => tables[0] === stores.tables.apiKeys || tables[0] === stores.tables.accounts,
  );
  expect(whoCalls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem']);
  const others = calls.filter((each) => !whoCalls.includes(each));
  expect(others.map(({ operation, tables }) => [operation, ...new Set(tables)])).toEqual([
    ['BatchGetItem', stores.tables.counters],
  ]);
  expect(others[0]!.units).toBeLessThanOrEqual(3);
});

describe("a caller's changes are visible immediately, without any stream", () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a new form', () => call('createForm', { key: account.key, body: { name: 'Another' } })],
    [
      'a changed form',
      () => call('updateForm', { key: account.key, path: { id: form.form_id }, body: { name: 'New' } }),
    ],
    [
      'a changed webhook',
      () => call('updateWebhook', { key: account.key, path: { id: webhookId }, body: { name: 'CRM' } }),
    ],
    [
      'a new key',
      () => call('createApiKey', { key: account.key, body: { type: 'submission', name: 'Web' } }),
    ],
  ])('%s', async (_, change) => {
    expect(await changedBy(all, change)).toEqual(all);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is read', (id) => call('updateSubmission', { key: account.key, path: { id }, body: { read: true } })],
    [
      'is starred with others',
      (id) => call('changeSubmissions', { key: account.key, body: { ids: [id], action: 'star' } }),
    ],
    ['is deleted', (id) => call('deleteSubmission', { key: account.key, path: { id } })],
  ])('a submission that %s', async (_, change) => {
    const made = submissionOf(form);
    await putSubmissions(stores, [made]);
    const changed = await changedBy(['listSubmissions', 'listAllSubmissions'], () =>
      change(made.submission_id),
    );
    expect(changed).toEqual(['listSubmissions', 'listAllSubmissions']);
  });

  it('a deleted form returns 404, even with a matching tag', async () => {
    const names: OperationName[] = ['listSubmissions', 'listWebhooks', 'getStatistics'];
    const tags = await Promise.all(names.map(async (name) => (await get(name)).headers['etag']!));
    expect((await call('deleteForm', { key: account.key, path: { id: form.form_id } })).status).toBe(204);
    for (const [index, name] of names.entries())
      expect((await get(name, { 'if-none-match': tags[index]! })).status).toBe(404);
  });

  it('a refused change leaves the tag unchanged', async () => {
    const refused = () =>
      call('updateForm', { key: account.key, path: { id: form.form_id }, body: { name: '' } });
    expect(await changedBy(all, refused)).toEqual([]);
  });
});

describe('changes from the streams', () => {
  it.each<[string, () => object]>([
    ['a new submission', () => submissionRecord({ after: submissionOf(form) }, next())],
    ['a deletion by TTL', () => submissionRecord({ before: submissionOf(form) }, next())],
    [
      'another time of deletion',
      () => {
        const before = submissionOf(form);
        return submissionRecord({ before, after: { ...before, expires_at: 1 } }, next());
      },
    ],
  ])(
    "%s changes the tags of the form's submission lists, the form list and the statistics, but not those of other forms",
    async (_, record) => {
      await follow('count-submissions', submissionRecord({ after: submissionOf(form) }, next()));
      const other = await storedForm(stores, { account: account.accountId });
      const others = await call('listSubmissions', { key: account.key, path: { id: other.form_id } });
      const changed = await changedBy(all, () => follow('count-submissions', record()));
      expect(changed).toEqual(['listForms', 'listSubmissions', 'listAllSubmissions', 'getStatistics']);
      const headers = { 'if-none-match': others.headers['etag']! };
      const again = await call('listSubmissions', { key: account.key, path: { id: other.form_id }, headers });
      expect(again.status).toBe(304);
    },
  );

  it('an accepted submission changes the tags of submission lists before the stream is counted', async () => {
    const submit = async () => {
      const { status } = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
      expect(status).toBe(201);
    };
    await submit();
    expect(await changedBy(all, submit)).toEqual(['listSubmissions', 'listAllSubmissions']);
  });

  it('a delivery attempt changes the tags of delivery lists, webhook lists, and statistics', async () => {
    const delivery = {
      webhook_id: webhookId,
      delivery_id: deliveryIdOf(webhookId, submissionOf(form).submission_id),
      event: 'submission.created',
      status: 'pending',
      automatic_attempts: 0,
      created_at: '2026-11-22T08:00:00.000Z',
      updated_at: '2026-11-22T08:00:00.000Z',
    };
    const keys = ['webhook_id', 'delivery_id'] as const;
    const names: OperationName[] = ['listWebhooks', 'listDeliveries', 'getStatistics'];
    const made = () => follow('count-deliveries', streamRecord(keys, { after: delivery }, next()));
    expect(await changedBy(all, made)).toEqual(names);
    const tried = () =>
      follow(
        'count-deliveries',
        streamRecord(keys, { before: delivery, after: { ...delivery, status: 'succeeded' } }, next()),
      );
    expect(await changedBy(all, tried)).toEqual(names);
  });

  it("updates the form's counts and its tag, while an edit still succeeds", async () => {
    const path = { id: form.form_id };
    const before = await call('getForm', { key: account.key, path });
    expect(before.body.counts).toEqual({ unread: 0, open: 0, received_30d: 0, spam_30d: 0 });
    await follow(
      'count-submissions',
      submissionRecord({ after: submissionOf(form) }, next()),
      submissionRecord({ after: submissionOf(form) }, next()),
      submissionRecord({ after: submissionOf(form, { status: 'spam' }) }, next()),
    );
    const headers = { 'if-none-match': before.headers['etag']! };
    const after = await call('getForm', { key: account.key, path, headers });
    expect(after).toMatchObject({
      status: 200,
      body: { counts: { unread: 2, open: 2, received_30d: 2, spam_30d: 1 } },
    });
    const { body: list } = await call('listForms', { key: account.key });
    expect(list.data.find(({ id }: { id: string }) => id === form.form_id).counts).toEqual(after.body.counts);
    const { body: statistics } = await call('getStatistics', { key: account.key, path });
    expect(statistics).toMatchObject({ received: 2, spam: 1, unread: 2 });
    const match = { 'if-match': before.headers['etag']! };
    const edit = { key: account.key, path, headers: match, body: { name: 'New' } };
    expect((await call('updateForm', edit)).status).toBe(200);
  });
});

it('uses a different tag for each query, page, form, and account, and accepts it nowhere else', async () => {
  const { key } = account;
  const other = await newAccount(stores);
  // Create this key first, because creating a key changes the account.
  const second = await newKey(stores, account.accountId, 'management');
  const tags = [
    await get('listSubmissions'),
    await get('listSubmissions', {}, { query: { limit: '10' } }),
    await get('listSubmissions', {}, { query: { status: 'spam' } }),
    await get('listSubmissions', {}, { query: { q: 'ada' } }),
    await get('listAllSubmissions'),
    await call('listAllSubmissions', { key: other.key }),
    await call('listForms', { key: other.key }),
    await get('listForms'),
  ].map(({ headers }) => headers['etag']!);
  expect(new Set(tags).size).toBe(tags.length);
  const headers = { 'if-none-match': tags.slice(1).join(', ') };
  expect((await get('listSubmissions', headers)).status).toBe(200);
  // ETags must not reveal whether another account's form exists.
  const path = { id: form.form_id };
  const stolen = { 'if-none-match': tags[0]! };
  expect((await call('listSubmissions', { key: other.key, path, headers: stolen })).status).toBe(404);
  expect((await call('listSubmissions', { key: second.key, path, headers: stolen })).status).toBe(304);
  expect((await call('listSubmissions', { key, path: { id: 'frm_nobody' }, headers: stolen })).status).toBe(
    404,
  );
});

it('sends lists in full at least once an hour and validates the query every time', async () => {
  const markers = { read: () => Promise.resolve([1, 2]) };
  const tagAt = async (now: number): Promise<string> => {
    const respond = withNotModified(listAllSubmissions, { markers, now: () => now }, () =>
      Promise.resolve({ status: 200 }),
    );
    const caller = { account_id: 'acc_1', cursor_key: 'key' };
    const { headers } = await respond({ event: { headers: {} }, path: {}, query: {}, caller } as never);
    return headers!['etag']!;
  };
  const noon = Date.parse('2026-11-20T12:00:00.000Z');
  expect(await tagAt(noon + HOUR - 1)).toBe(await tagAt(noon));
  expect(await tagAt(noon + HOUR)).not.toBe(await tagAt(noon));
  expect((await get('listForms', {}, { query: { nonsense: '1' } })).status).toBe(422);
});

describe('a member limited to a form', () => {
  it('gets a tag that changes only when their form changes', async () => {
    const { key, accountId } = account;
    const limits = { role: 'editor' as const, form_ids: [form.form_id] };
    const { cookies } = await signIn(stores, accountId, limits);
    const own: [OperationName, Record<string, string>][] = [
      ['listForms', {}],
      ['listAllSubmissions', {}],
      ['listSubmissions', { id: form.form_id }],
      ['listWebhooks', { id: form.form_id }],
      ['listDeliveries', { id: webhookId }],
      ['getStatistics', { id: form.form_id }],
    ];
    const read = async (headers: Record<string, string>[] = []) =>
      Promise.all(
        own.map(([name, path], index) =>
          call(name, { cookies, path, ...(headers[index] && { headers: headers[index] }) }),
        ),
      );
    const before = await read();
    const known = before.map(({ headers }) => ({ 'if-none-match': headers['etag']! }));
    const statuses = async () => (await read(known)).map(({ status }) => status);
    expect(await statuses()).toEqual(own.map(() => 304));
    // Changes that don't affect this form: to another form, to keys and to the account.
    const other = (await call('createForm', { key, body: { name: 'Other' } })).body;
    await call('updateForm', { key, path: { id: other.id }, body: { name: 'Changed' } });
    await call('createApiKey', { key, body: { type: 'submission', name: 'Website' } });
    await call('submitForm', { path: { slug: other.slug }, body: { name: 'Ada' } });
    expect(await statuses()).toEqual(own.map(() => 304));
    expect((await read()).map(({ headers }) => headers['etag'])).toEqual(
      before.map(({ headers }) => headers['etag']),
    );
    // Changes to the caller's own form.
    await call('updateForm', { key, path: { id: form.form_id }, body: { name: 'Changed' } });
    await putSubmissions(stores, [submissionOf(form)]);
    expect(await statuses()).toEqual([200, 200, 200, 304, 304, 304]);
  });
});
