import { newAccount } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

const SALES = { name: 'Sales', color: '#2f7dd1' };

/** Creates a new account with a form and a submission. */
async function account() {
  const { stores, call } = service;
  const { accountId, key } = await newAccount(stores);
  const form = await storedForm(stores, { account: accountId });
  const submission = submissionOf(form);
  await putSubmissions(stores, [submission]);
  const path = { id: submission.submission_id };
  return {
    accountId,
    key,
    form,
    create: (body: object) => call('createLabel', { key, body }),
    change: (id: string, body: object) => call('updateLabel', { key, path: { id }, body }),
    remove: (id: string) => call('deleteLabel', { key, path: { id } }),
    labels: async () => (await call('listLabels', { key })).body.data,
    patch: (body: object) => call('updateSubmission', { key, path, body }),
    get: async () => (await call('getSubmission', { key, path })).body,
    list: (query: Record<string, string>) => call('listAllSubmissions', { key, query }),
  };
}

it('creates, lists, changes, and deletes labels', async () => {
  const { create, change, remove, labels } = await account();
  expect(await labels()).toEqual([]);
  const { status, body } = await create({ name: '  Sales ', color: '#2F7DD1' });
  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.stringMatching(/^lbl_[0-9A-Z]{26}$/), ...SALES });
  const other = (await create({ name: 'Support', color: '#1d8348' })).body;
  expect(await change(body.id, { name: 'Deals' })).toMatchObject({
    status: 200,
    body: { ...SALES, id: body.id, name: 'Deals' },
  });
  expect(await labels()).toEqual([{ ...body, name: 'Deals' }, other]);
  expect((await remove(body.id)).status).toBe(204);
  expect(await labels()).toEqual([other]);
  expect((await remove(body.id)).status).toBe(404);
  expect((await change(body.id, { name: 'Deals' })).status).toBe(404);
});

it.each([
  [{}],
  [{ name: 'Sales' }],
  [{ color: '#2f7dd1' }],
  [{ ...SALES, name: '' }],
  [{ ...SALES, name: '  ' }],
  [{ ...SALES, name: 'x'.repeat(41) }],
  [{ ...SALES, name: 'two\nlines' }],
  [{ ...SALES, color: 'red' }],
  [{ ...SALES, color: '#12345' }],
  [{ ...SALES, color: '#1234567' }],
  [{ ...SALES, other: 1 }],
])('refuses the label %j', async (body) => {
  const { create } = await account();
  expect((await create(body)).status).toBe(422);
});

it('accepts a name of 40 characters', async () => {
  const { create } = await account();
  expect((await create({ ...SALES, name: 'x'.repeat(40) })).status).toBe(201);
});

it.each([
  ['Sales', 'sALES'],
  ['Größe', 'GRÖSSE'],
  ['Café', 'Cafe\u0301'],
  ['Заявки', 'ЗАЯВКИ'],
])('allows a name only once, ignoring case: %s, %s', async (first, second) => {
  const { create, change } = await account();
  const { body } = await create({ ...SALES, name: first });
  expect(await create({ ...SALES, name: second })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const other = (await create({ ...SALES, name: 'Support' })).body;
  expect((await change(other.id, { name: second })).status).toBe(409);
  // A label can be renamed to the same name in another case.
  expect((await change(body.id, { name: second })).status).toBe(200);
});

it('keeps names unique and enforces the maximum number of labels when labels are created concurrently', async () => {
  const { create, labels, remove } = await account();
  const same = await Promise.all([create(SALES), create(SALES), create({ ...SALES, name: 'SALES' })]);
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (let count = 1; count < 19; count += 1) await create({ ...SALES, name: `Label ${count}` });
  const last = await Promise.all(['A', 'B', 'C'].map((name) => create({ ...SALES, name })));
  expect(last.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(await labels()).toHaveLength(20);
  await remove((await labels())[0].id);
  expect((await create({ ...SALES, name: 'D' })).status).toBe(201);
});

it("replaces a submission's labels and shows a renamed label right away", async () => {
  const { create, change, patch, get } = await account();
  const one = (await create(SALES)).body;
  const two = (await create({ ...SALES, name: 'Support' })).body;
  const version = (await patch({ labels: [two.id, one.id] })).body;
  expect(version.labels).toEqual([one, two]);
  await change(one.id, { name: 'Deals' });
  expect((await get()).labels).toEqual([{ ...one, name: 'Deals' }, two]);
  expect((await patch({ labels: [] })).body.labels).toEqual([]);
});

it('refuses more than five labels and labels that are unknown, repeated, or from another account', async () => {
  const { create, patch, get } = await account();
  const made = [];
  for (let count = 0; count < 6; count += 1)
    made.push((await create({ ...SALES, name: `Label ${count}` })).body.id as string);
  const foreign = (await (await account()).create(SALES)).body.id as string;
  const known = made[0] ?? '';
  for (const [labels, path] of [
    [[known, foreign], 'labels.1'],
    [['lbl_00000000000000000000000000'], 'labels.0'],
    [['sales'], 'labels.0'],
    [[known, known], 'labels'],
    [made, 'labels'],
  ] as const) {
    expect(await patch({ labels })).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  }
  expect((await get()).labels).toEqual([]);
  expect((await patch({ labels: made.slice(1) })).body.labels).toHaveLength(5);
});

it('immediately removes a deleted label from submissions, lists, exports, and the timeline', async () => {
  const { key, form, create, remove, patch, get, list } = await account();
  const one = (await create(SALES)).body;
  const two = (await create({ ...SALES, name: 'Support' })).body;
  const { id } = (await patch({ labels: [one.id, two.id] })).body;
  expect((await list({ label: one.id })).body.data).toHaveLength(1);
  expect((await remove(one.id)).status).toBe(204);
  expect((await get()).labels).toEqual([two]);
  expect((await list({})).body.data[0].labels).toEqual([two]);
  const timeline = await service.call('getTimeline', { key, path: { id } });
  expect(timeline.body.data[1]).toMatchObject({ type: 'labels', labels: [two] });
  const columns = JSON.stringify(['labels']);
  const path = { id: form.form_id };
  const exported = await service.call('exportSubmissions', { key, path, query: { columns } });
  expect(exported.text).toBe('\uFEFF"labels"\r\n"Support"\r\n');
  const refusal = { status: 422, body: { errors: [{ path: 'label' }] } };
  expect(await list({ label: one.id })).toMatchObject(refusal);
  expect(await service.call('exportSubmissions', { key, path, query: { label: one.id } })).toMatchObject(
    refusal,
  );
  // The deleted label doesn't count towards the five labels of a submission.
  const more = [];
  for (const name of ['A', 'B', 'C', 'D']) more.push((await create({ ...SALES, name })).body.id as string);
  const body = { ids: [id], action: 'label', labels: more };
  expect((await service.call('changeSubmissions', { key, body })).body.data).toEqual([{ id, ok: true }]);
  expect((await get()).labels).toHaveLength(5);
});

it('adds and removes labels in bulk without losing labels added by others at the same time', async () => {
  const { key, form, create } = await account();
  const submissions = [submissionOf(form), submissionOf(form)];
  await putSubmissions(service.stores, submissions);
  const ids = submissions.map(({ submission_id }) => submission_id);
  const labels = [];
  for (let count = 0; count < 6; count += 1)
    labels.push((await create({ ...SALES, name: `Label ${count}` })).body.id as string);
  const bulk = (action: string, some: readonly string[]) =>
    service.call('changeSubmissions', { key, body: { ids, action, labels: some } });
  const both = await Promise.all([bulk('label', labels.slice(0, 2)), bulk('label', labels.slice(2, 4))]);
  for (const { body } of both) expect(body.data).toEqual(ids.map((id) => ({ id, ok: true })));
  const shown = async () => {
    const { body } = await service.call('getSubmission', { key, path: { id: ids[0] ?? '' } });
    return body.labels.map(({ id }: { id: string }) => id);
  };
  expect(await shown()).toEqual(labels.slice(0, 4));
  expect((await bulk('label', labels.slice(4))).body.data).toMatchObject(
    ids.map((id) => ({ id, ok: false, problem: { code: 'validation-failed', status: 422 } })),
  );
  expect(await shown()).toEqual(labels.slice(0, 4));
  await bulk('unlabel', labels.slice(1));
  expect(await shown()).toEqual(labels.slice(0, 1));
});

it('lets only members who can access all forms change labels, because labels appear in all forms', async () => {
  const { accountId, form, create } = await account();
  const { id } = (await create(SALES)).body;
  const limited = await signIn(service.stores, accountId, { role: 'editor', form_ids: [form.form_id] });
  const as = { cookies: limited.cookies, headers: { origin: BASE_URL } };
  expect((await service.call('createLabel', { ...as, body: { ...SALES, name: 'Mine' } })).status).toBe(403);
  expect((await service.call('deleteLabel', { ...as, path: { id } })).status).toBe(403);
  expect((await service.call('listLabels', as)).body.data).toHaveLength(1);
});
