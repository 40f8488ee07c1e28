import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { quotaCounter } from '../../lambdas/accounts/quota.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Creates a new account with a form and stores a submission to the form. */
async function stored(status: 'received' | 'spam' = 'received', quota = 10) {
  const { accountId, key } = await newAccount(service.stores, { monthly_quota: quota });
  const form = await storedForm(service.stores, { account: accountId });
  const submission = submissionOf(form, { status });
  await putSubmissions(service.stores, [submission]);
  const { submission_id: id } = submission;
  return {
    key,
    form,
    patch: (body: Record<string, unknown>) => service.call('updateSubmission', { key, path: { id }, body }),
    get: async () => (await service.call('getSubmission', { key, path: { id } })).body,
    item: async () => {
      const { db, tables } = service.stores;
      const Key = { form_id: form.form_id, submission_id: id };
      return (await db.send(new GetCommand({ TableName: tables.submissions, Key }))).Item;
    },
    used: async () => {
      const { db, tables } = service.stores;
      const { counter } = quotaCounter(accountId, Date.now(), 0);
      const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key: { counter } }));
      return (Item?.['used'] as number | undefined) ?? 0;
    },
  };
}

it("shows a submission's source and shows a new submission as unread", async () => {
  const { accountId, key } = await newAccount(service.stores);
  const form = await storedForm(service.stores, { account: accountId });
  const headers = {
    origin: 'https://www.example.org',
    referer: 'https://www.example.org/contact?campaign=1#form',
    'accept-language': 'de-AT,de;q=0.9,en;q=0.5',
  };
  const posted = await service.call('submitForm', {
    path: { slug: form.slug },
    body: { name: 'Ada' },
    headers,
  });
  const { body } = await service.call('getSubmission', { key, path: { id: posted.body.id } });
  expect(body).toMatchObject({
    read_at: null,
    starred: false,
    note: null,
    spam: { score: 0, reasons: [] },
    source: {
      page: 'https://www.example.org/contact',
      referrer: 'https://www.example.org/contact',
      language: 'de-AT',
    },
  });
  const plain = await service.call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  expect((await service.call('getSubmission', { key, path: { id: plain.body.id } })).body.source).toEqual({
    page: null,
    referrer: null,
    language: null,
  });
});

it('does not change the localized API', async () => {
  const { accountId, key } = await newAccount(service.stores);
  const form = await storedForm(service.stores, { account: accountId });
  const posted = await service.call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  const job = await service.call('getJob', { key, path: { locale: 'de', jobId: posted.body.id } });
  const members = ['id', 'form_id', 'received_at', 'status', 'files', 'attachments', 'payload'];
  expect(Object.keys(job.body.submission)).toEqual(members);
  const drive = await service.call('listDrive', { key, path: { locale: 'de' } });
  expect(Object.keys(drive.body.data[0].submissions[0])).toEqual(members);
});

it('marks a submission as read and unread and keeps the time when it was first read', async () => {
  const { patch, get } = await stored();
  expect(await patch({ read: true })).toMatchObject({ status: 200, body: { read_at: TIME, starred: false } });
  const { read_at } = await get();
  expect((await patch({ read: true })).body.read_at).toBe(read_at);
  expect((await patch({ starred: true })).body.read_at).toBe(read_at);
  expect((await patch({ read: false })).body.read_at).toBeNull();
  expect((await get()).read_at).toBeNull();
});

it('marks a submission as handled, reopens it, and keeps the time when it was first handled', async () => {
  const { patch, get, item } = await stored();
  expect(await get()).toMatchObject({ handled_at: null });
  expect(await patch({ handled: true })).toMatchObject({
    status: 200,
    body: { handled_at: TIME, read_at: null },
  });
  const { handled_at } = await get();
  expect((await patch({ handled: true })).body.handled_at).toBe(handled_at);
  expect((await patch({ read: true })).body.handled_at).toBe(handled_at);
  expect((await patch({ handled: false })).body.handled_at).toBeNull();
  expect(await item()).not.toHaveProperty('handled_at');
  expect((await patch({ handled: 'yes' })).status).toBe(422);
});

it('sets and removes the star and the note', async () => {
  const { patch, get, item } = await stored();
  expect((await patch({ starred: true, note: 'Called back on Friday.' })).body).toMatchObject({
    starred: true,
    note: 'Called back on Friday.',
  });
  expect(await get()).toMatchObject({ starred: true, note: 'Called back on Friday.' });
  expect((await patch({ note: null, starred: false })).body).toMatchObject({ starred: false, note: null });
  await patch({ note: 'x' });
  expect((await patch({ note: '' })).body.note).toBeNull();
  expect(await item()).not.toHaveProperty('note');
  expect(await item()).not.toHaveProperty('starred');
});

it('applies all changes in a request body together', async () => {
  const { patch, get, used } = await stored('spam');
  const { status, body } = await patch({ status: 'received', read: true, starred: true, note: 'Real.' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'received', read_at: TIME, starred: true, note: 'Real.' });
  expect(await get()).toEqual(body);
  expect(await used()).toBe(1);
});

it('changes nothing if the quota refuses the release', async () => {
  const { patch, item } = await stored('spam', 0);
  const before = await item();
  expect((await patch({ status: 'received', read: true, note: 'Real.' })).status).toBe(402);
  expect(await item()).toEqual(before);
});

it('writes nothing if the submission already has all the new values', async () => {
  const { patch, item } = await stored();
  await patch({ starred: true, note: 'x' });
  const before = await item();
  expect((await patch({ starred: true, note: 'x', read: false, status: 'received' })).status).toBe(200);
  expect(await item()).toEqual(before);
});

it('accepts a note of at most 4,000 characters', async () => {
  const { patch, get } = await stored();
  expect((await patch({ note: 'ä'.repeat(4000) })).status).toBe(200);
  expect((await get()).note).toBe('ä'.repeat(4000));
  expect((await patch({ note: 'x'.repeat(4001) })).status).toBe(422);
});

it.each([
  {},
  { read: 'yes' },
  { starred: 1 },
  { read: null },
  { note: 5 },
  { read_at: 'now' },
  { read: true, x: 1 },
])('refuses the body %j', async (body) => {
  const { patch } = await stored();
  expect((await patch(body)).status).toBe(422);
});

it('keeps all changes that are made at the same time', async () => {
  const { patch, get } = await stored();
  const responses = await Promise.all([
    patch({ read: true }),
    patch({ starred: true }),
    patch({ note: 'Called.' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await get()).toMatchObject({ read_at: TIME, starred: true, note: 'Called.' });
});

it("keeps only the last twenty changes so that a submission can't grow forever", async () => {
  const { patch, item } = await stored();
  for (let index = 0; index < 25; index += 1) await patch({ note: `Note ${index}` });
  expect((await item())?.['changes']).toHaveLength(20);
});
