/**
 * Tests `GET /v1/webhooks?scope=all` on emulators: order, pages, members with access to specific forms, and
 * ETags.
 */
import { formReader } from '../../lambdas/forms/form-store.ts';
import { allWebhooksOf, type WebhookPosition } from '../../lambdas/webhooks/all-webhooks.ts';
import { webhookStore } from '../../lambdas/webhooks/webhook-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { signIn } from '../support/samples/people.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { storedForm } from '../support/samples/stored-records.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores, { plan: 'team' });
});

async function formWith(name: string, urls: readonly string[]): Promise<string> {
  const { body } = await call('createForm', { key: account.key, body: { name } });
  for (const url of urls) await addWebhook(body.id, url);
  return body.id;
}

async function addWebhook(formId: string, url: string): Promise<string> {
  const made = await call('createWebhook', {
    key: account.key,
    path: { id: formId },
    body: { url: `https://hooks.example.org/${url}` },
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

const addToAccount = (url: string) =>
  call('createAccountWebhook', { key: account.key, body: { url: `https://hooks.example.org/${url}` } });

type Who = { key: string } | { cookies: readonly string[] };
const list = (query: Record<string, string> = {}, who: Who = { key: account.key }) =>
  call('listAccountWebhooks', { ...who, query: { scope: 'all', ...query } });

/** Reads all pages. Returns the last path segments of the URLs, page by page. */
async function pages(limit: number): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | null = null;
  do {
    const { body }: { body: any } = await list({ limit: String(limit), ...(cursor !== null && { cursor }) });
    all.push(body.data.map(nameOf));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return all;
}
const nameOf = ({ url }: { url: string }): string | undefined => url.split('/').at(-1);

it("lists the account's webhooks, then those of the newest form, each newest first", async () => {
  await formWith('Old', ['old-1', 'old-2']);
  await formWith('Without webhooks', []);
  await formWith('New', ['new-1', 'new-2', 'new-3']);
  await addToAccount('all-1');
  await addToAccount('all-2');
  const everything = ['all-2', 'all-1', 'new-3', 'new-2', 'new-1', 'old-2', 'old-1'];
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.data.map(nameOf)).toEqual(everything);
  expect(body.next_cursor).toBeNull();
  for (const limit of [1, 2, 3, 6, 7]) {
    const found = await pages(limit);
    expect(found.flat()).toEqual(everything);
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(limit);
  }
  // Without the scope, the list contains only account-wide webhooks.
  const own = await call('listAccountWebhooks', { key: account.key });
  expect(own.body.data.map(nameOf)).toEqual(['all-2', 'all-1']);
});

it('shows each webhook in the same way as the other lists', async () => {
  const id = await formWith('Contact', ['one']);
  const { body } = await call('listWebhooks', { key: account.key, path: { id } });
  expect((await list()).body).toEqual(body);
});

it('shows members who can access only some forms only the webhooks of these forms', async () => {
  const first = await formWith('First', ['first']);
  await formWith('Second', ['second']);
  await addToAccount('all');
  const { cookies } = await signIn(stores, account.accountId, { role: 'viewer', form_ids: [first] });
  expect((await list({}, { cookies })).body.data.map(nameOf)).toEqual(['first']);
  const other = await newAccount(stores);
  expect((await list({}, { key: other.key })).body.data).toEqual([]);
});

it('continues after a form that was deleted between two pages', async () => {
  await formWith('Old', ['old']);
  const deleted = await formWith('Deleted', ['deleted-1', 'deleted-2']);
  const { body } = await list({ limit: '1' });
  expect(body.data.map(nameOf)).toEqual(['deleted-2']);
  await call('deleteForm', { key: account.key, path: { id: deleted } });
  const next = await list({ limit: '1', cursor: body.next_cursor });
  expect(next.body).toMatchObject({ data: [{ url: 'https://hooks.example.org/old' }], next_cursor: null });
});

it.each([
  [{ scope: 'every' }, 'scope'],
  [{ scope: 'all', cursor: 'AAAA' }, 'cursor'],
  [{ scope: 'all', limit: '101' }, 'limit'],
])('refuses the query %j', async (query, path) => {
  const { status, body } = await call('listAccountWebhooks', { key: account.key, query });
  expect([status, body.errors[0].path]).toEqual([422, path]);
});

it('refuses a cursor from the list without the scope', async () => {
  await addToAccount('all-1');
  await addToAccount('all-2');
  const { body } = await call('listAccountWebhooks', { key: account.key, query: { limit: '1' } });
  expect((await list({ cursor: body.next_cursor })).status).toBe(422);
});

it('returns 304 until a webhook or its health changes', async () => {
  const formId = await formWith('Contact', ['one']);
  const { headers } = await list();
  const known = { 'if-none-match': headers['etag']! };
  const again = () =>
    call('listAccountWebhooks', { key: account.key, query: { scope: 'all' }, headers: known });
  expect((await again()).status).toBe(304);
  await addWebhook(formId, 'two');
  expect((await again()).status).toBe(200);
});

it('reads at most 200 forms per page and continues with the next ones', async () => {
  for (let each = 0; each < 205; each += 1) {
    await storedForm(stores, { account: account.accountId });
  }
  const last = await formWith('Newest', ['newest']);
  const { db, tables } = stores;
  const webhooks = webhookStore(db, tables.webhooks);
  const asked: string[] = [];
  const counted = {
    list: (ownerId: string) => {
      asked.push(ownerId);
      return webhooks.list(ownerId);
    },
  };
  const read = (after?: WebhookPosition) =>
    allWebhooksOf(
      { forms: formReader(db, tables.forms), webhooks: counted },
      { account_id: account.accountId },
      25,
      after,
    );
  const first = await read();
  expect(first.rows.map(({ owner_id }) => owner_id)).toEqual([last]);
  // The account and 200 forms.
  expect(asked.splice(0)).toHaveLength(201);
  const second = await read(first.next);
  expect(second).toEqual({ rows: [], next: undefined });
  // The last form of the first page, and the six forms that remain.
  expect(asked).toHaveLength(7);
});
