import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { invite, signIn, type SignedIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Creates a new account with an owner, an editor, a form and three submissions. */
async function team() {
  const { stores, call } = service;
  const { accountId, key } = await newAccount(stores);
  const form = await storedForm(stores, { account: accountId });
  const submissions = [0, 1, 2].map((index) => submissionOf(form, { at: Date.now() - index * 1000 }));
  await putSubmissions(stores, submissions);
  const ids = submissions.map(({ submission_id }) => submission_id);
  const owner = await signIn(stores, accountId, { role: 'owner' });
  const editor = await signIn(stores, accountId, { role: 'editor' });
  return {
    accountId,
    key,
    form,
    owner,
    editor,
    ids,
    patch: (index: number, body: object) =>
      call('updateSubmission', { key, path: { id: ids[index] ?? '' }, body }),
    get: async (index: number) => (await call('getSubmission', { key, path: { id: ids[index] ?? '' } })).body,
    bulk: (body: object) => call('changeSubmissions', { key, body: { ids, ...body } }),
    /**
     * Returns the indexes of the submissions that match the filter, in the form's list and in the account's
     * list.
     */
    find: async (query: Record<string, string>, as: object = { key }) => {
      const ofForm = await call('listSubmissions', { ...as, path: { id: form.form_id }, query });
      const ofAccount = await call('listAllSubmissions', { ...as, query });
      expect([ofForm.status, ofAccount.status]).toEqual([200, 200]);
      const found = ofForm.body.data.map(({ id }: { id: string }) => ids.indexOf(id));
      expect(ofAccount.body.data.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual(found);
      return found;
    },
    leave: async ({ member }: SignedIn) =>
      membershipStore(stores.db, stores.tables).remove(accountId, member.member_id),
  };
}

const viewOf = ({ member }: SignedIn) => ({ id: member.member_id, name: member.email });

it('assigns and unassigns a submission and adds a timeline entry for each change', async () => {
  const { key, editor, ids, patch, get } = await team();
  expect((await get(0)).assignee).toBeNull();
  const assigned = await patch(0, { assignee: editor.member.member_id });
  expect(assigned).toMatchObject({ status: 200, body: { assignee: viewOf(editor) } });
  expect((await patch(0, { assignee: editor.member.member_id })).headers['etag']).toBe(
    assigned.headers['etag'],
  );
  expect((await patch(0, { assignee: null })).body.assignee).toBeNull();
  const { body } = await service.call('getTimeline', { key, path: { id: ids[0] ?? '' } });
  const actor = expect.objectContaining({ type: 'key' });
  expect(body.data.slice(1)).toEqual([
    { at: expect.any(String), type: 'assignee', assignee: viewOf(editor), actor },
    { at: expect.any(String), type: 'assignee', assignee: null, actor },
  ]);
});

it('filters lists and exports by member, by the caller, and by unassigned submissions', async () => {
  const { key, form, owner, editor, patch, find } = await team();
  await patch(0, { assignee: owner.member.member_id });
  await patch(1, { assignee: editor.member.member_id });
  expect(await find({ assignee: owner.member.member_id })).toEqual([0]);
  expect(await find({ assignee: 'none' })).toEqual([2]);
  expect(await find({ assignee: 'me' }, { cookies: owner.cookies })).toEqual([0]);
  expect(await find({ assignee: 'me' }, { cookies: editor.cookies })).toEqual([1]);
  expect(await find({ assignee: 'me', q: 'ada' }, { cookies: editor.cookies })).toEqual([1]);
  await patch(1, { status: 'spam' });
  expect(await find({ assignee: editor.member.member_id, status: 'spam' })).toEqual([1]);
  expect(await find({ assignee: 'none', status: 'spam' })).toEqual([]);
  const query = { assignee: owner.member.member_id, columns: '["form","assignee"]' };
  const exported = await service.call('exportSubmissions', { key, path: { id: form.form_id }, query });
  expect(exported.text).toBe(`\uFEFF"form","assignee"\r\n"${form.name}","${owner.member.email}"\r\n`);
});

it('gives two members different ETags for the submissions assigned to them', async () => {
  const { owner, editor, patch } = await team();
  await patch(0, { assignee: owner.member.member_id });
  const mine = ({ cookies }: SignedIn, tag?: string) =>
    service.call('listAllSubmissions', {
      cookies,
      query: { assignee: 'me' },
      ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
    });
  const tag = (await mine(owner)).headers['etag'] ?? '';
  expect((await mine(owner, tag)).status).toBe(304);
  expect((await mine(editor, tag)).status).toBe(200);
});

it('treats the submissions of a former member as unassigned, also when filtering', async () => {
  const { editor, ids, patch, get, find, leave, key } = await team();
  await patch(0, { assignee: editor.member.member_id });
  await patch(1, { assignee: editor.member.member_id, status: 'spam' });
  await leave(editor);
  expect((await get(0)).assignee).toBeNull();
  expect(await find({ assignee: 'none' })).toEqual([0, 1, 2]);
  expect(await find({ assignee: 'none', status: 'spam' })).toEqual([1]);
  const query = { assignee: editor.member.member_id };
  expect(await service.call('listAllSubmissions', { key, query })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'assignee' }] },
  });
  // The timeline keeps the name, as it does for actors.
  const { body } = await service.call('getTimeline', { key, path: { id: ids[0] ?? '' } });
  expect(body.data[1].assignee).toEqual(viewOf(editor));
});

it('refuses members who are unknown, from another account, only invited, gone, or unable to see the form', async () => {
  const { accountId, key, editor, ids, patch, get, bulk, leave } = await team();
  const stranger = await team();
  const invited = await invite(service.stores, accountId);
  const otherForm = await storedForm(service.stores, { account: accountId });
  const elsewhere = await signIn(service.stores, accountId, {
    role: 'editor',
    form_ids: [otherForm.form_id],
  });
  await leave(editor);
  const refusal = { status: 422, body: { code: 'validation-failed', errors: [{ path: 'assignee' }] } };
  for (const assignee of [
    'mem_00000000000000000000000000',
    'ada',
    'me',
    stranger.editor.member.member_id,
    invited.member_id,
    editor.member.member_id,
    elsewhere.member.member_id,
  ]) {
    expect(await patch(0, { assignee, read: true })).toMatchObject(refusal);
  }
  expect(await get(0)).toMatchObject({ assignee: null, read_at: null });
  expect(await bulk({ action: 'assign', assignee: invited.member_id })).toMatchObject(refusal);
  const submission = submissionOf(otherForm);
  await putSubmissions(service.stores, [submission]);
  const body = {
    ids: [submission.submission_id, ids[0]],
    action: 'assign',
    assignee: elsewhere.member.member_id,
  };
  expect((await service.call('changeSubmissions', { key, body })).body.data).toMatchObject([
    { id: submission.submission_id, ok: true },
    { id: ids[0], ok: false, problem: { code: 'validation-failed', status: 422 } },
  ]);
});

it.each([
  [{ action: 'assign' }, 'assignee'],
  [{ action: 'assign', assignee: 'none' }, 'assignee'],
  [{ action: 'read', assignee: null }, 'assignee'],
  [{ action: 'label' }, 'labels'],
  [{ action: 'label', labels: [] }, 'labels'],
  [{ action: 'star', labels: ['lbl_00000000000000000000000000'] }, 'labels'],
  [{ action: 'unlabel', labels: ['lbl_00000000000000000000000000'] }, 'labels.0'],
])('refuses the bulk change %j', async (body, path) => {
  const { bulk } = await team();
  expect(await bulk(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

it('assigns and unassigns submissions in bulk', async () => {
  const { editor, bulk, find, ids } = await team();
  const assignee = editor.member.member_id;
  expect((await bulk({ action: 'assign', assignee })).body.data).toEqual(ids.map((id) => ({ id, ok: true })));
  expect(await find({ assignee })).toEqual([0, 1, 2]);
  await bulk({ action: 'assign', assignee: null });
  expect(await find({ assignee })).toEqual([]);
});

it('keeps the changes of both members who handle the same submission at the same time', async () => {
  const { owner, editor, ids, get } = await team();
  const as = ({ cookies }: SignedIn, body: object) =>
    service.call('updateSubmission', {
      cookies,
      headers: { origin: BASE_URL },
      path: { id: ids[0] ?? '' },
      body,
    });
  const responses = await Promise.all([
    as(owner, { assignee: editor.member.member_id }),
    as(editor, { handled: true }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await get(0)).toMatchObject({ assignee: viewOf(editor), handled_at: expect.any(String) });
});

it('refuses an unknown assignee, and refuses "me" if the caller uses a key', async () => {
  const { key } = await team();
  for (const assignee of ['me', 'nobody', 'mem_00000000000000000000000000']) {
    expect(await service.call('listAllSubmissions', { key, query: { assignee } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'assignee' }] },
    });
  }
});

it("lists the members who can be assigned without revealing forms that the caller can't see", async () => {
  const { accountId, key, form, owner, editor } = await team();
  await invite(service.stores, accountId);
  const secret = await storedForm(service.stores, { account: accountId });
  const both = await signIn(service.stores, accountId, {
    role: 'viewer',
    email: 'zoe@example.com',
    form_ids: [form.form_id, secret.form_id],
  });
  const hidden = await signIn(service.stores, accountId, { role: 'viewer', form_ids: [secret.form_id] });
  const limited = await signIn(service.stores, accountId, { role: 'viewer', form_ids: [form.form_id] });
  const seen = async (as: object) => {
    const { body } = await service.call('listAssignees', as);
    return new Map(body.data.map(({ id, form_ids }: { id: string; form_ids: unknown }) => [id, form_ids]));
  };
  expect(await seen({ key })).toEqual(
    new Map<string, unknown>([
      [owner.member.member_id, null],
      [editor.member.member_id, null],
      [both.member.member_id, [form.form_id, secret.form_id]],
      [hidden.member.member_id, [secret.form_id]],
      [limited.member.member_id, [form.form_id]],
    ]),
  );
  expect(await seen({ cookies: limited.cookies })).toEqual(
    new Map<string, unknown>([
      [owner.member.member_id, null],
      [editor.member.member_id, null],
      [both.member.member_id, [form.form_id]],
      [limited.member.member_id, [form.form_id]],
    ]),
  );
});
