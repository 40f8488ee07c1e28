/** Tests that each viewer has a separate read state, and that owners, editors and keys share one. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { formIdOf } from '../../lambdas/core/ids.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { signIn, type SignedIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { BASE_URL, type Answered } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';

let service: TestOperations;
let accountId: string;
let key: string;
let formId: string;
let people: Record<'viewer' | 'other' | 'editor' | 'owner', SignedIn>;

beforeAll(async () => {
  service = await startOperations();
  ({ accountId, key } = await newAccount(service.stores));
  const as = (role: 'viewer' | 'editor' | 'owner') => signIn(service.stores, accountId, { role });
  const [viewer, other, editor, owner] = [
    await as('viewer'),
    await as('viewer'),
    await as('editor'),
    await as('owner'),
  ];
  people = { viewer, other, editor, owner };
});
afterAll(() => service.stop());

/** Stores two submissions to a new form and returns their ids, newest first. */
async function two(status: 'received' | 'spam' = 'received'): Promise<[string, string]> {
  const form = await storedForm(service.stores, { account: accountId });
  formId = form.form_id;
  const older = submissionOf(form, { at: Date.now() - 2000, status });
  const newer = submissionOf(form, { at: Date.now() - 1000, status });
  await putSubmissions(service.stores, [older, newer]);
  return [newer.submission_id, older.submission_id];
}

type Who = keyof typeof people;
const call = (who: Who, name: OperationName, sent: object): Promise<Answered> =>
  service.call(name, { cookies: people[who].cookies, headers: { origin: BASE_URL }, ...sent });
const patch = (who: Who, id: string, body: object) => call(who, 'updateSubmission', { path: { id }, body });
const bulk = (who: Who, action: string, ids: string[]) =>
  call(who, 'changeSubmissions', { body: { action, ids } });
const readAt = async (who: Who, id: string) =>
  (await call(who, 'getSubmission', { path: { id } })).body.read_at as string | null;
const unread = async (who: Who, query: Record<string, string> = { read: 'false' }) =>
  (await call(who, 'listSubmissions', { path: { id: formId }, query })).body.data.map(
    ({ id }: { id: string }) => id,
  ) as string[];
const itemOf = async (id: string) =>
  (
    await service.stores.db.send(
      new GetCommand({
        TableName: service.stores.tables.submissions,
        Key: { form_id: formIdOf(id), submission_id: id },
      }),
    )
  ).Item;

it("stores a viewer's read state only for this viewer, without an audit row or a new version", async () => {
  const [id, older] = await two();
  const before = await itemOf(id);
  const marked = await patch('viewer', id, { read: true });
  expect([marked.status, marked.body.read_at]).toEqual([200, expect.stringMatching(/^20/)]);
  expect(await readAt('viewer', id)).toBe(marked.body.read_at);
  for (const who of ['other', 'editor', 'owner'] as const) expect(await readAt(who, id)).toBeNull();
  expect((await itemOf(id))?.['version']).toBe(before?.['version']);
  const rows = (await service.call('listAuditLog', { key, query: { action: 'updateSubmission' } })).body.data;
  expect(rows).toEqual([]);

  expect(await unread('viewer')).toEqual([older]);
  expect(await unread('viewer', { read: 'true' })).toEqual([id]);
  expect(await unread('other')).toEqual([id, older]);
  expect(await unread('editor')).toEqual([id, older]);
  const everywhere = await call('viewer', 'listAllSubmissions', { query: { read: 'true' } });
  expect(everywhere.body.data).toMatchObject([{ id, read_at: marked.body.read_at }]);

  // The first read time is kept, and marking as unread makes it unread again.
  expect((await patch('viewer', id, { read: true })).body.read_at).toBe(marked.body.read_at);
  expect((await patch('viewer', id, { read: false })).body.read_at).toBeNull();
  expect(await unread('viewer')).toEqual([id, older]);
});

it('shares one read state among owners, editors, and keys but hides it from viewers', async () => {
  const [id, older] = await two();
  await patch('editor', id, { read: true });
  expect(await readAt('owner', id)).toBe(await readAt('editor', id));
  expect((await service.call('getSubmission', { key, path: { id } })).body.read_at).not.toBeNull();
  expect(await readAt('viewer', id)).toBeNull();
  expect(await unread('owner')).toEqual([older]);
  expect(await unread('viewer')).toEqual([id, older]);
  await patch('viewer', older, { read: true });
  await patch('owner', id, { read: false });
  expect(await unread('editor')).toEqual([id, older]);
  expect(await unread('viewer')).toEqual([id]);
});

it.each([
  { starred: true },
  { read: true, starred: true },
  { status: 'spam' },
  { note: 'x' },
  { handled: true },
])('refuses a viewer %j', async (body) => {
  const [id] = await two();
  expect((await patch('viewer', id, body)).status).toBe(403);
  expect((await itemOf(id))?.['read_by']).toBeUndefined();
});

it('lets viewers mark submissions as read and unread in bulk but do nothing else', async () => {
  const ids = await two();
  expect((await bulk('viewer', 'read', ids)).body.data).toEqual(ids.map((id) => ({ id, ok: true })));
  expect(await unread('viewer')).toEqual([]);
  expect(await unread('editor')).toEqual(ids);
  await bulk('viewer', 'unread', ids.slice(1));
  expect(await unread('viewer')).toEqual(ids.slice(1));
  for (const action of ['star', 'unstar', 'handle', 'unhandle', 'spam', 'release', 'delete'])
    expect([action, (await bulk('viewer', action, ids)).status]).toEqual([action, 403]);
  expect(await unread('editor')).toEqual(ids);
});

it('keeps all read states if viewers mark a submission while others mark or change it', async () => {
  const [id] = await two();
  const results = await Promise.all([
    patch('viewer', id, { read: true }),
    patch('other', id, { read: true }),
    patch('editor', id, { starred: true }),
    patch('owner', id, { read: true }),
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const who of ['viewer', 'other', 'editor'] as const) expect(await readAt(who, id)).not.toBeNull();
  expect((await itemOf(id))?.['starred']).toBe(true);
});

it('filters spam by whether the viewer has read it', async () => {
  const [id, older] = await two('spam');
  await patch('viewer', id, { read: true });
  expect(await unread('viewer', { status: 'spam', read: 'false' })).toEqual([older]);
  expect(await unread('editor', { status: 'spam', read: 'false' })).toEqual([id, older]);
});

it('refuses a 201st viewer and keeps the others', async () => {
  const [id] = await two();
  const read_by = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`mem_${index}`, 'then']));
  await service.stores.db.send(
    new UpdateCommand({
      TableName: service.stores.tables.submissions,
      Key: { form_id: formIdOf(id), submission_id: id },
      UpdateExpression: 'SET read_by = :by',
      ExpressionAttributeValues: { ':by': read_by },
    }),
  );
  expect((await patch('viewer', id, { read: true })).status).toBe(409);
  expect((await itemOf(id))?.['read_by']).toEqual(read_by);
});

it("doesn't respond with 304 to a viewer who sends another caller's ETag", async () => {
  await two();
  const list = (who: Who, headers = {}) =>
    call(who, 'listSubmissions', {
      path: { id: formId },
      query: { read: 'false' },
      headers: { origin: BASE_URL, ...headers },
    });
  const { etag } = (await list('editor')).headers as { etag: string };
  expect((await list('editor', { 'if-none-match': etag })).status).toBe(304);
  expect((await list('viewer', { 'if-none-match': etag })).status).toBe(200);
  const own = (await list('viewer')).headers as { etag: string };
  expect((await list('viewer', { 'if-none-match': own.etag })).status).toBe(304);
  expect((await list('other', { 'if-none-match': own.etag })).status).toBe(200);
});
