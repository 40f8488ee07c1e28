/** Tests data requests against the emulators: limits, permissions, and a crash at each call to AWS. */
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { strFromU8, unzipSync } from 'fflate';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import type { Scope } from '../../lambdas/core/scope.ts';
import { dataRequestDeps } from '../../lambdas/data-requests/data-request-deps.ts';
import { erasureCheck } from '../../lambdas/data-requests/erasure-check-store.ts';
import { erasingDeps } from '../../lambdas/data-requests/erasing/erase-deps.ts';
import { workOnRequest } from '../../lambdas/data-requests/work-on-request.ts';
import { startAcceptingQueue } from '../support/receivers/accepting-queue.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

const EMAIL = 'ada@example.com';
const ERASE = { kind: 'erase', email: EMAIL };
const EXPORT = { kind: 'export', email: EMAIL };

let service: TestOperations;
let queue: Awaited<ReturnType<typeof startAcceptingQueue>>;

beforeAll(async () => {
  queue = await startAcceptingQueue();
  const { url } = queue;
  service = await startOperations({ AWS_ENDPOINT_URL_SQS: url, DATA_REQUESTS_QUEUE_URL: `${url}/0/queue` });
});
afterAll(async () => {
  await service.stop();
  queue.stop();
});

/** Processes a request's queue messages until no work is left. */
async function work(
  id: string,
  clients: { db: DocumentClient; s3: S3Client } = { db: service.stores.db, s3: service.buckets.s3 },
  isOutOfTime: () => boolean = () => false,
): Promise<number> {
  let batches = 0;
  const waiting: ('run' | 'erase')[] = ['run'];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    batches += 1;
    const sendTo = (queue: 'run' | 'erase') => () => Promise.resolve(void waiting.push(queue));
    const deps =
      current === 'run'
        ? { ...dataRequestDeps(clients.db, clients.s3), handOver: sendTo('erase') }
        : erasingDeps(clients.db, clients.s3);
    await workOnRequest({ ...deps, queue: { send: sendTo(current) } })({ request_id: id }, isOutOfTime);
  }
  return batches;
}

/** Creates an account with a form. */
async function account() {
  const { stores, call } = service;
  const { accountId, key } = await newAccount(stores);
  const form = await storedForm(stores, { account: accountId });
  return {
    accountId,
    key,
    form,
    create: (body: object, as: object = { key }) => call('createDataRequest', { ...as, body }),
    read: async (id: string) => (await call('getDataRequest', { key, path: { id } })).body,
    confirm: (id: string) => call('confirmDataRequest', { key, path: { id } }),
    cancel: (id: string) => call('cancelDataRequest', { key, path: { id } }),
    matches: async (id: string, query: Record<string, string> = {}) =>
      (await call('listDataRequestMatches', { key, path: { id }, query })).body,
    put: async (count: number, fields: Record<string, string> = { email: EMAIL }) => {
      const made = Array.from({ length: count }, () => submissionOf(form, { fields, at: Date.now() - 1000 }));
      await putSubmissions(stores, made);
      return made.map(({ submission_id }) => submission_id);
    },
  };
}

it('runs at most five requests at once, even if more arrive at the same time', async () => {
  const { create, read } = await account();
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(ERASE)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
  const running = answers.filter(({ status }) => status === 202);
  await work(running[0]!.body.id);
  expect((await read(running[0]!.body.id)).status).toBe('ready');
  expect((await create(ERASE)).status).toBe(202);
  const full = await create(EXPORT);
  expect(full).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect(full.headers['retry-after']).toBe('60');
});

it('returns a 503 for a cancellation if the queue refuses its message, but starts requests anyway', async () => {
  const { create, read, confirm, cancel } = await account();
  queue.isRefusing = true;
  try {
    const { status, body } = await create(ERASE);
    expect(status).toBe(202);
    const refused = await cancel(body.id);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers['retry-after']).toBe('5');
    expect((await read(body.id)).status).toBe('searching');
    await work(body.id);
    expect((await confirm(body.id)).status).toBe(202);
    const other = (await create(ERASE)).body.id;
    queue.isRefusing = false;
    expect((await cancel(other)).status).toBe(204);
  } finally {
    queue.isRefusing = false;
  }
});

it("makes the account's imports wait from confirmation until the erasure ends", async () => {
  const { accountId, put, create, confirm } = await account();
  const isErasing = erasureCheck(service.stores.db, service.stores.tables.formJobs);
  await put(1);
  const { body } = await create(ERASE);
  expect(await isErasing(accountId)).toBe(false);
  await work(body.id);
  expect(await isErasing(accountId)).toBe(false);
  await confirm(body.id);
  expect(await isErasing(accountId)).toBe(true);
});

/** Wraps the clients so that the call with this number fails, either before or after it takes effect. */
function crashingAt(number: number, isAfter: boolean) {
  let left = number;
  const crashing = <Client extends object>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'send') return value;
        return async (...args: unknown[]) => {
          const isCrash = (left -= 1) === 0;
          if (isCrash && !isAfter) throw new Error('crashed');
          const answer: unknown = await (value as (...args: unknown[]) => unknown).apply(target, args);
          if (isCrash) throw new Error('crashed');
          return answer;
        };
      },
    });
  return { db: crashing(service.stores.db), s3: crashing(service.buckets.s3), isReached: () => left <= 0 };
}

it.each([
  ['before', false],
  ['after', true],
])('continues after a crash %s any call and counts everything once', async (_, isAfter) => {
  const { accountId, form, create, read, put } = await account();
  const other = await storedForm(service.stores, { account: accountId });
  const spam = submissionOf(other, {
    status: 'spam',
    fields: { text: `I am ${EMAIL}.` },
    at: Date.now() - 500,
  });
  await putSubmissions(service.stores, [spam]);
  const ids = [...(await put(2)), spam.submission_id];
  await put(1, { email: `x${EMAIL}` });
  let crashes = 0;
  for (let number = 1; ; number += 1) {
    const { id } = (await create(EXPORT)).body;
    const clients = crashingAt(number, isAfter);
    const outcome = await work(id, clients).catch((error: unknown) => error);
    if (!clients.isReached()) break;
    expect(outcome).toEqual(expect.objectContaining({ message: 'crashed' }));
    crashes += 1;
    await work(id);
    const finished = await read(id);
    expect(finished).toMatchObject({
      status: 'finished',
      counts: { submissions: 3, spam: 1, files: 0, emails: 0, deliveries: 0, recipients: 0 },
      email: null,
    });
    expect(finished.forms.map((each: any) => [each.form_id, each.submissions]).toSorted()).toEqual(
      [
        [form.form_id, 2],
        [other.form_id, 1],
      ].toSorted(),
    );
    const zip = unzipSync(new Uint8Array(await (await fetch(finished.download_url)).arrayBuffer()));
    const packed = JSON.parse(strFromU8(zip['submissions.json']!)).map((each: any) => each.id);
    expect(packed.toSorted()).toEqual(ids.toSorted());
  }
  expect(crashes).toBeGreaterThan(15);
});

it("searches several pages of a form's submissions in batches, and paginates the matches", async () => {
  const { create, put, read, matches } = await account();
  const ids = await put(30, { email: EMAIL, text: 'x'.repeat(60_000) });
  const { id } = (await create(ERASE)).body;
  // Each batch only has time for one step. The search needs one step to start, and at least two more to read
  // pages.
  let checks = 0;
  expect(await work(id, undefined, () => checks++ % 4 >= 2)).toBeGreaterThanOrEqual(3);
  expect(await read(id)).toMatchObject({ status: 'ready', counts: { submissions: 30 } });
  const found: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages += 1) {
    const page: any = await matches(id, { limit: '12', ...(cursor && { cursor }) });
    expect(page.data).toHaveLength(pages < 2 ? 12 : 6);
    expect(page.data[0]).toMatchObject({ status: 'received', fields: ['email'] });
    found.push(...page.data.map((each: any) => each.submission_id));
    cursor = page.next_cursor;
  }
  expect(found).toEqual(ids.toSorted().toReversed());
});

it('lists requests page by page, newest first', async () => {
  const { key, create } = await account();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push((await create(ERASE)).body.id);
  const list = async (query: Record<string, string>) =>
    (await service.call('listDataRequests', { key, query })).body;
  const first = await list({ limit: '2' });
  const second = await list({ limit: '2', cursor: first.next_cursor });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
  expect(second.next_cursor).toBeNull();
});

it('lists all requests, even if some in between have expired', async () => {
  const { accountId, key, create } = await account();
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) ids.push((await create(ERASE)).body.id);
  const [oldest, ...expired] = ids.toSorted();
  for (const kind of expired)
    await service.stores.db.send(
      new UpdateCommand({
        TableName: service.stores.tables.formJobs,
        Key: { form_id: accountId, kind },
        UpdateExpression: 'SET expires_at = :past',
        ExpressionAttributeValues: { ':past': 1_700_000_000 },
      }),
    );
  const { body } = await service.call('listDataRequests', { key, query: { limit: '1' } });
  expect(body.data.map(({ id }: any) => id)).toEqual([oldest]);
  expect(body.next_cursor).toBeNull();
});

it('allows only owners and keys with the admin and read scopes', async () => {
  const { accountId, form, create } = await account();
  const { stores } = service;
  const keyWith = async (...scopes: Scope[]) => ({
    key: (await newKey(stores, accountId, 'management', { scopes })).key,
  });
  expect((await create(ERASE, await keyWith('admin'))).status).toBe(403);
  expect((await create(ERASE, await keyWith('read', 'write'))).status).toBe(403);
  const reader = await keyWith('admin', 'read');
  const { body, status } = await create(ERASE, reader);
  expect(status).toBe(202);
  await work(body.id);
  const path = { id: body.id };
  expect((await service.call('confirmDataRequest', { ...reader, path })).status).toBe(403);
  const as = async (given: object) => ({
    cookies: (await signIn(stores, accountId, given)).cookies,
    headers: { origin: BASE_URL },
  });
  const limited = await as({ role: 'editor', form_ids: [form.form_id] });
  for (const caller of [limited, await as({ role: 'editor' }), await as({ role: 'viewer' })]) {
    expect((await create(ERASE, caller)).status).toBe(403);
    expect((await service.call('getDataRequest', { ...caller, path })).status).toBe(403);
    expect((await service.call('listDataRequestMatches', { ...caller, path })).status).toBe(403);
  }
  const stranger = await newAccount(stores);
  for (const name of [
    'getDataRequest',
    'listDataRequestMatches',
    'confirmDataRequest',
    'cancelDataRequest',
  ] as const)
    expect((await service.call(name, { key: stranger.key, path })).status).toBe(404);
});

it('refuses an owner who has lost that role in the meantime', async () => {
  const { accountId, key, create } = await account();
  const owner = await signIn(service.stores, accountId, { role: 'owner' });
  await signIn(service.stores, accountId, { role: 'owner' });
  const as = { cookies: owner.cookies, headers: { origin: BASE_URL } };
  const { body } = await create(ERASE, as);
  await work(body.id);
  const path = { id: body.id };
  expect((await service.call('getDataRequest', { ...as, path })).status).toBe(200);
  const changed = { path: { id: owner.member.member_id }, body: { role: 'viewer' } };
  expect((await service.call('updateMember', { key, ...changed })).status).toBe(200);
  for (const name of ['getDataRequest', 'confirmDataRequest', 'cancelDataRequest'] as const)
    expect([401, 403]).toContain((await service.call(name, { ...as, path })).status);
});

it('can be canceled, even twice, until it starts to erase data or finishes', async () => {
  const { create, cancel, confirm, read, matches, put } = await account();
  await put(1);
  const [searching, ready, erasing] = [
    (await create({ ...ERASE, note: 'Ticket' })).body.id,
    (await create(ERASE)).body.id,
    (await create(ERASE)).body.id,
  ];
  await work(ready);
  await work(erasing);
  expect((await matches(ready)).data).toHaveLength(1);
  expect((await confirm(searching)).status).toBe(409);
  for (const id of [searching, ready]) {
    for (let time = 0; time < 2; time += 1) expect((await cancel(id)).status).toBe(204);
    await work(id);
    expect(await read(id)).toMatchObject({ status: 'cancelled', email: null, note: null });
    expect((await matches(id)).data).toEqual([]);
    expect((await confirm(id)).status).toBe(409);
  }
  expect(await confirm(erasing)).toMatchObject({ status: 202, body: { status: 'erasing' } });
  expect((await confirm(erasing)).status).toBe(409);
  expect((await cancel(erasing)).status).toBe(409);

  const exported = (await create(EXPORT)).body.id;
  await work(exported);
  expect((await confirm(exported)).status).toBe(409);
  expect((await cancel(exported)).status).toBe(409);
});

it('packs files under safe and unique names', async () => {
  const { form, create, read } = await account();
  const names = ['../../etc/passwd', 'CON.txt', 'a.txt', 'A.txt', '..', `${'ü'.repeat(200)}.pdf`, 'x:y?.txt'];
  const made = {
    ...submissionOf(form, { fields: { email: EMAIL }, at: Date.now() - 1000 }),
    attachments: names.map((name, index) => {
      return { file_id: `file_${index}`, field: 'cv', name, content_type: 'text/plain', size: 1 };
    }),
    link_key: 'k'.repeat(43),
  };
  await putSubmissions(service.stores, [made]);
  const { s3, attachments: Bucket } = service.buckets;
  for (const index of names.keys()) {
    const Key = `${form.form_id}/${made.submission_id}/file_${index}`;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: String(index) }));
  }
  const { id } = (await create(EXPORT)).body;
  await work(id);
  const { download_url, counts } = await read(id);
  expect(counts.files).toBe(7);
  const zip = unzipSync(new Uint8Array(await (await fetch(download_url)).arrayBuffer()));
  const folder = `files/${made.submission_id}/`;
  const files = Object.entries(zip).filter(([path]) => path.startsWith('files/'));
  expect(Object.fromEntries(files.map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual({
    [`${folder}passwd`]: '0',
    [`${folder}_CON.txt`]: '1',
    [`${folder}a.txt`]: '2',
    [`${folder}A (2).txt`]: '3',
    [`${folder}file`]: '4',
    [`${folder}${'ü'.repeat(125)}.pdf`]: '5',
    [`${folder}x_y_.txt`]: '6',
  });
});

it.each([
  { kind: 'erase' },
  { kind: 'erase', email: EMAIL, terms: ['word'] },
  { kind: 'erase', terms: [] },
  { kind: 'erase', terms: ['abc'] },
  { kind: 'export', terms: ['four', 'four', 'four', 'four', 'four', 'four'] },
  { kind: 'export', email: 'ada' },
  { kind: 'delete', email: EMAIL },
  { kind: 'export', email: EMAIL, note: 'x'.repeat(501) },
])('refuses %j', async (body) => {
  expect((await (await account()).create(body)).status).toBe(422);
});

it('returns 404 for unknown ids', async () => {
  const { key, accountId } = await account();
  for (const id of ['dsr_x', `dsr_${accountId.slice(4)}${'0'.repeat(26)}`]) {
    for (const name of ['getDataRequest', 'confirmDataRequest', 'cancelDataRequest'] as const)
      expect((await service.call(name, { key, path: { id } })).status).toBe(404);
  }
});
