/** Tests reply templates through the API on emulators. Also tests replies on a stage without a mail sender. */
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../../support/samples/accounts.ts';
import { signIn } from '../../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../../support/service/handlers.ts';

const TEMPLATE = { name: 'Hours', subject: 'Re: {{subject}}', text: 'Hello {{name}},\nuntil 6 pm.' };

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'false' });
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
});

const create = (body: object = TEMPLATE, sent: object = {}): Promise<Answered> =>
  call('createReplyTemplate', { key: account.key, body, ...sent });
const list = async (): Promise<any[]> =>
  (await call('listReplyTemplates', { key: account.key, query: { limit: '100' } })).body.data;

it('are created, listed, changed, and deleted', async () => {
  const { status, body: made } = await create();
  expect(status).toBe(201);
  expect(made).toEqual({ id: expect.stringMatching(/^tpl_[0-9A-Z]{26}$/), ...TEMPLATE });
  const { body: plain } = await create({ name: 'Thanks', text: 'Thanks' });
  expect(plain.subject).toBeNull();
  expect(await list()).toEqual([plain, made]);

  const path = { id: made.id };
  const body = { subject: null, text: 'Until\r\n7 pm.' };
  const changed = await call('updateReplyTemplate', { key: account.key, path, body });
  expect(changed.body).toEqual({ ...made, subject: null, text: 'Until\n7 pm.' });
  expect((await call('deleteReplyTemplate', { key: account.key, path })).status).toBe(204);
  expect((await call('deleteReplyTemplate', { key: account.key, path })).status).toBe(404);
  expect((await call('updateReplyTemplate', { key: account.key, path, body })).status).toBe(404);
  expect(await list()).toEqual([plain]);
});

it.each([
  [{ text: 'x' }, 'name'],
  [{ name: 'x' }, 'text'],
  [{ name: '\u200b', text: 'x' }, 'name'],
  [{ name: 'x'.repeat(101), text: 'x' }, 'name'],
  [{ name: 'x', text: ' ' }, 'text'],
  [{ name: 'x', text: 'x'.repeat(20_001) }, 'text'],
  [{ name: 'x', subject: 'a\nb', text: 'x' }, 'subject'],
])('rejects %j', async (body, path) => {
  const { status, body: problem } = await create(body);
  expect([status, problem.errors[0].path]).toEqual([422, path]);
});

it('refuses a change without any properties', async () => {
  const path = { id: (await create()).body.id };
  expect((await call('updateReplyTemplate', { key: account.key, path, body: {} })).status).toBe(422);
});

it('are limited to exactly 50 per account, even if requests race', async () => {
  const text = '語'.repeat(20_000);
  const made = await Promise.all(
    Array.from({ length: 52 }, (_, index) => create({ name: `Template ${index}`, text })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(50).fill(201),
    ...Array<number>(2).fill(422),
  ]);

  // The texts don't fit into one page of the table, so the list has several pages.
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: '100', ...(cursor !== null && { cursor }) };
    const { body } = await call('listReplyTemplates', { key: account.key, query });
    found.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(new Set(found).size).toBe(50);

  const [newest] = await list();
  await call('deleteReplyTemplate', { key: account.key, path: { id: newest.id } });
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(422);
}, 60_000);

it("can't be listed, changed, or deleted by another account", async () => {
  const path = { id: (await create()).body.id };
  const { key } = await newAccount(stores);
  expect((await call('listReplyTemplates', { key })).body.data).toEqual([]);
  expect((await call('updateReplyTemplate', { key, path, body: { name: 'x' } })).status).toBe(404);
  expect((await call('deleteReplyTemplate', { key, path })).status).toBe(404);
  // The item that counts templates is not a template.
  const counter = { id: 'templates' };
  expect((await call('deleteReplyTemplate', { key: account.key, path: counter })).status).toBe(404);
});

it("can't be changed by viewers or by members who can see only some forms", async () => {
  const form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body.id;
  for (const member of [{ role: 'viewer' as const }, { role: 'editor' as const, form_ids: [form] }]) {
    const { cookies } = await signIn(stores, account.accountId, member);
    const signedIn = { key: undefined, cookies, headers: { origin: BASE_URL } };
    expect((await create(TEMPLATE, signedIn)).status).toBe(403);
    expect((await call('listReplyTemplates', signedIn)).status).toBe(200);
  }
});

it('refuses replies on a stage without a mail sender', async () => {
  const { key } = account;
  const form = (await call('createForm', { key, body: { name: 'Contact' } })).body;
  expect(form).toMatchObject({ email_enabled: false, replies: { enabled: false, reply_to: null } });
  const fields = { email: 'ada@example.org' };
  const { id } = (await call('submitForm', { path: { slug: form.slug }, body: fields })).body;
  const { status, body } = await call('createReply', { key, path: { id }, body: { text: 'x' } });
  expect([status, body.code]).toEqual([403, 'replies-disabled']);
});
