import { call, local, json, create } from './operator-fixture.ts';

describe('members', () => {
  test('can be invited, changed, and removed', async () => {
    const { account_id, management_key: key } = await create();
    const form = (await call('createForm', { key, body: { name: 'Contact' } })).body.id as string;
    const ann = await json('members', 'invite', account_id, 'ann@example.com');
    expect(ann).toMatchObject({
      id: expect.stringMatching(/^mem_/),
      email: 'ann@example.com',
      role: 'owner',
      form_ids: null,
      status: 'invited',
      sign_in_url: `http://api.test/console/sign-in?account=${account_id}`,
    });
    const limited = ['--role', 'editor', '--forms', form];
    const bob = await json('members', 'invite', account_id, 'bob@example.com', ...limited);
    expect(bob).toMatchObject({ role: 'editor', form_ids: [form] });
    expect((await json('members', 'list', account_id)).map(({ email }: { email: string }) => email)).toEqual([
      'bob@example.com',
      'ann@example.com',
    ]);
    expect((await local('members', 'list', account_id)).stdout).toContain(`bob@example.com  editor  ${form}`);
    expect(
      await json('members', 'set-role', account_id, 'BOB@example.com', 'viewer', '--all-forms'),
    ).toMatchObject({ id: bob.id, role: 'viewer', form_ids: null });
    expect(await json('members', 'remove', account_id, bob.id)).toEqual({ id: bob.id, removed: true });
    expect((await call('listMembers', { key })).body.data).toMatchObject([{ id: ann.id }]);
  });

  test('include the owner whose address was set when the account was created', async () => {
    const { account_id, sign_in_url } = await json('create', '--email', 'ann@example.com');
    expect(sign_in_url).toBe(`http://api.test/console/sign-in?account=${account_id}`);
    expect(await json('members', 'list', account_id)).toMatchObject([
      { email: 'ann@example.com', role: 'owner', status: 'invited' },
    ]);
    expect(
      (await json('list')).find((each: { account_id: string }) => each.account_id === account_id),
    ).toMatchObject({
      name: 'ann@example.com',
    });
  });

  test('always include at least one owner', async () => {
    const { account_id } = await json('create', '--email', 'ann@example.com');
    const ended = await local('members', 'remove', account_id, 'ann@example.com');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('last owner') });
    expect(await local('members', 'set-role', account_id, 'ann@example.com', 'viewer')).toMatchObject({
      code: 1,
    });
  });

  test("are named in the error if they, or their forms, don't exist", async () => {
    const { account_id } = await create();
    expect(await local('members', 'remove', account_id, 'zoe@example.com')).toMatchObject({
      code: 1,
      stderr: `The account "${account_id}" has no member "zoe@example.com".\n`,
    });
    const unknown = ['--role', 'viewer', '--forms', 'frm_8K3Q0ZT5VW'];
    expect(await local('members', 'invite', account_id, 'zoe@example.com', ...unknown)).toMatchObject({
      code: 1,
    });
    expect(await local('members', 'list', 'acc_000000000000')).toMatchObject({ code: 1 });
  });
});
