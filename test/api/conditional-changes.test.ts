/** Tests the ETags of forms, webhooks and submissions: changes based on an outdated ETag are refused. */
import { endpointHealthStore } from '../../lambdas/webhooks/endpoint-health/endpoint-health-store.ts';
import { signingWebhookStore } from '../../lambdas/webhooks/signing/signing-webhook-store.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;
beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores, { plan: 'team' });
});
afterAll(() => service.stop());

const STRONG = /^"[^"]+"$/;

interface Kind {
  readonly get: OperationName;
  readonly change: OperationName;
  readonly remove: OperationName;
  /** Creates a resource to change and returns its id. */
  readonly make: () => Promise<string>;
  /** Returns the request body for the `n`th change to the resource. */
  readonly body: (n: number) => Record<string, unknown>;
}
const form = async () => storedForm(service.stores, { account: account.accountId });
const kinds: Record<string, Kind> = {
  form: {
    get: 'getForm',
    change: 'updateForm',
    remove: 'deleteForm',
    make: async () => (await form()).form_id,
    body: (n) => ({ name: `Name ${n}` }),
  },
  submission: {
    get: 'getSubmission',
    change: 'updateSubmission',
    remove: 'deleteSubmission',
    make: async () => {
      const made = submissionOf(await form());
      await putSubmissions(service.stores, [made]);
      return made.submission_id;
    },
    body: (n) => ({ note: `Note ${n}` }),
  },
  webhook: {
    get: 'getWebhook',
    change: 'updateWebhook',
    remove: 'deleteWebhook',
    make: async () => {
      const path = { id: (await form()).form_id };
      const body = { url: 'https://hooks.example.org/in' };
      return (await service.call('createWebhook', { key: account.key, path, body })).body.id;
    },
    body: (n) => ({ name: `Name ${n}` }),
  },
  'URL of a webhook': {
    get: 'getWebhook',
    change: 'updateWebhook',
    remove: 'deleteWebhook',
    make: () => kinds['webhook']!.make(),
    body: (n) => ({ url: `https://hooks.example.org/${n}` }),
  },
};

describe.each(Object.entries(kinds))('a %s', (_, { get, change, remove, make, body }) => {
  let id: string;
  beforeEach(async () => {
    id = await make();
  });
  const sent = (headers: Record<string, string> = {}) => ({ key: account.key, path: { id }, headers });
  const read = (headers?: Record<string, string>) => service.call(get, sent(headers));
  const tag = async (): Promise<string> => (await read()).headers['etag']!;
  const patch = (n: number, headers?: Record<string, string>) =>
    service.call(change, { ...sent(headers), body: body(n) });

  it('has a strong entity tag, which is the same in the response to a change and in the next read', async () => {
    const first = await tag();
    expect(first).toMatch(STRONG);
    expect(await tag()).toBe(first);
    const { status, headers } = await patch(1);
    expect(status).toBe(200);
    expect(headers['etag']).toMatch(STRONG);
    expect(headers['etag']).not.toBe(first);
    expect(await tag()).toBe(headers['etag']);
  });

  it('returns 304 without a body if the tag matches, and the full body otherwise', async () => {
    const known = await tag();
    for (const named of [known, `W/${known}`, `"other", ${known}`, '*']) {
      const again = await read({ 'if-none-match': named });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag: known } });
      expect(again.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Cookie',
      });
    }
    for (const named of ['"other"', known.slice(1, -1), ''])
      expect(await read({ 'if-none-match': named })).toMatchObject({ status: 200, body: { id } });
    await patch(1);
    expect((await read({ 'if-none-match': known })).status).toBe(200);
  });

  it('accepts only one change with the current tag', async () => {
    const known = await tag();
    const done = await patch(1, { 'if-match': known });
    expect(done.status).toBe(200);
    const refused = await patch(2, { 'if-match': known });
    expect(refused).toMatchObject({
      status: 412,
      body: { type: 'http://api.test/problems/precondition-failed', status: 412 },
    });
    expect((await read()).body).toMatchObject(body(1));
    expect((await patch(3, { 'if-match': `"0.x", ${done.headers['etag']!}` })).status).toBe(200);
    expect((await patch(4, { 'if-match': '*' })).status).toBe(200);
    expect((await patch(5)).status).toBe(200);
  });

  it.each(['weak', 'bare', 'empty'])('refuses a change if its tag is %s', async (kind) => {
    const known = await tag();
    const field = { weak: `W/${known}`, bare: known.slice(1, -1), empty: '' }[kind]!;
    expect((await patch(1, { 'if-match': field })).status).toBe(412);
    expect(await tag()).toBe(known);
  });

  it('accepts only one of many concurrent changes with the same tag', async () => {
    const known = await tag();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_each, n) => patch(n + 1, { 'if-match': known })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    const won = all.findIndex(({ status }) => status === 200);
    expect((await read()).body).toMatchObject(body(won + 1));
  });

  it('refuses to delete a resource with an old tag and accepts the current one', async () => {
    const known = await tag();
    await patch(1);
    const refused = await service.call(remove, sent({ 'if-match': known }));
    expect(refused.status).toBe(412);
    expect((await read()).status).toBe(200);
    expect((await service.call(remove, sent({ 'if-match': await tag() }))).status).toBe(204);
    expect((await read()).status).toBe(404);
    // A request for a missing resource returns a 404 even with an `If-Match` condition (RFC 9110, section
    // 13.2.1).
    expect((await service.call(remove, sent({ 'if-match': '*' }))).status).toBe(404);
    expect((await patch(1, { 'if-match': known })).status).toBe(404);
  });

  it('gives callers without read access a tag that contains only the version and works for the next change', async () => {
    const { key } = await newKey(service.stores, account.accountId, 'management', { scopes: ['write'] });
    const { status, headers, text } = await service.call(change, { ...sent(), key, body: body(1) });
    // Changing a webhook's URL redirects submissions to another endpoint, so it requires read access.
    if ('url' in body(1)) {
      expect(status).toBe(403);
      return;
    }
    expect({ status, text }).toEqual({ status: 204, text: '' });
    const number = /^"(\d+)\./.exec(await tag())![1]!;
    expect(headers['etag']).toBe(`"${number}."`);
    const next = { ...sent(), key, body: body(2), headers: { 'if-match': headers['etag']! } };
    expect((await service.call(change, next)).status).toBe(204);
    expect((await service.call(change, { ...next, body: body(1) })).status).toBe(412);
  });
});

it('returns a tag for every resource it creates', async () => {
  const { key } = account;
  const made = await service.call('createForm', { key, body: { name: 'Contact' } });
  const path = { id: made.body.id };
  expect(made.headers['etag']).toBe((await service.call('getForm', { key, path })).headers['etag']);
  const hook = await service.call('createWebhook', {
    key,
    path,
    body: { url: 'https://hooks.example.org/x' },
  });
  const found = await service.call('getWebhook', { key, path: { id: hook.body.id } });
  expect(hook.headers['etag']).toBe(found.headers['etag']);
});

it('lets an owner edit a webhook that starts failing in the meantime, but not one that is disabled', async () => {
  const { key } = account;
  const path = { id: (await form()).form_id };
  const made = await service.call('createWebhook', {
    key,
    path,
    body: { url: 'https://hooks.example.org/y' },
  });
  const at = { key, path: { id: made.body.id } };
  const headers = { 'if-match': made.headers['etag']! };
  const { db, items, tables } = service.stores;
  const health = endpointHealthStore(db, tables);
  const stored = async () => (await signingWebhookStore(items, tables.webhooks).find(path.id, made.body.id))!;
  await health.markFailing(await stored(), '2026-11-01T00:00:00.000Z', false);
  expect((await service.call('getWebhook', at)).headers['etag']).not.toBe(headers['if-match']);
  const edited = await service.call('updateWebhook', { ...at, headers, body: { name: 'CRM' } });
  expect(edited.status).toBe(200);
  await health.disable(await stored(), 'failing', '2026-11-06T00:00:00.000Z');
  const seen = { 'if-match': edited.headers['etag']! };
  expect((await service.call('updateWebhook', { ...at, headers: seen, body: { name: 'X' } })).status).toBe(
    412,
  );
});
