import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { newKey } from '../support/samples/accounts.ts';
import { operatorIn, type Ended } from '../support/service/operator.ts';
import { stores, folder, operator, call, local, json, create } from './operator-fixture.ts';

test('creates an account with a working management key', async () => {
  const made = await create('--plan', 'pro');
  expect(made).toEqual({
    account_id: expect.stringMatching(/^acc_/),
    plan: 'pro',
    monthly_quota: 10_000,
    email: null,
    management_key: expect.stringMatching(/^svc_mgmt_/),
  });
  const usage = await call('getUsage', { key: made.management_key });
  expect(usage.body).toMatchObject({ account_id: made.account_id, plan: 'pro' });
});

test('lists accounts without their secrets', async () => {
  const { account_id } = await create('--quota', '7');
  const all = await json('list');
  expect(all.at(-1)).toEqual({
    account_id,
    name: 'Acme',
    plan: 'free',
    email: null,
    monthly_quota: 7,
    status: 'active',
    created_at: expect.any(String),
  });
  const { stdout } = await local('list');
  expect(stdout).toMatch(new RegExp(`^${account_id} +free +7 +active +Acme$`, 'm'));
});

test("changes the plan and quota, and resets the quota to the plan's", async () => {
  const { account_id, management_key: key } = await create();
  const limit = async () => (await call('getUsage', { key })).body.submissions.limit;
  expect(await json('set-plan', account_id, 'team')).toMatchObject({ account_id, plan: 'team' });
  expect(await limit()).toBe(100_000);
  expect(await json('set-quota', account_id, '0')).toMatchObject({ monthly_quota: 0 });
  expect(await limit()).toBe(0);
  expect(await json('set-quota', account_id, '--default')).toMatchObject({ monthly_quota: 100_000 });
  expect(await limit()).toBe(100_000);
});

test("stores the owner's address, and refuses an invalid one", async () => {
  const { account_id, email } = await create('--email', 'ann@example.com');
  expect(email).toBe('ann@example.com');
  expect(await json('set-email', account_id, 'bob@müller.example')).toMatchObject({
    email: 'bob@xn--mller-kva.example',
  });
  expect((await json('list')).at(-1).email).toBe('bob@xn--mller-kva.example');
  expect(await json('set-email', account_id, '--none')).toMatchObject({ email: null });
  expect(await local('set-email', account_id, 'nobody')).toMatchObject({ code: 2 });
  expect(await local('set-email', account_id)).toMatchObject({ code: 2 });
  expect(await local('create', '--name', 'Acme', '--email', 'x')).toMatchObject({ code: 2 });
});

test('prints names that contain control characters on a single line', async () => {
  const { account_id } = await create();
  const name = 'CI\u001b]0;owned\u0007\nkey_0 management\u202e';
  await newKey(stores, account_id, 'management', { name });
  const { stdout } = await local('keys', 'list', account_id);
  expect(stdout).toMatch(/ CI ]0;owned key_0 management$/m);
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  const [newest] = await json('keys', 'list', account_id);
  expect(newest.name).toBe(name);
});

test("mints, lists and revokes an account's keys", async () => {
  const { account_id } = await create();
  const minted = await json('keys', 'mint', account_id, '--type', 'management', '--name', 'CI');
  expect(minted).toMatchObject({ type: 'management', name: 'CI', key: expect.stringMatching(/^svc_mgmt_/) });
  expect((await call('listForms', { key: minted.key })).status).toBe(200);

  const { stdout } = await local('keys', 'list', account_id);
  expect(stdout).toMatch(
    new RegExp(
      `^${minted.id} +management +${minted.key.slice(0, 16)}… +ingest,read,write,admin +never `,
      'm',
    ),
  );
  expect(stdout).not.toContain(minted.key);

  expect(await json('keys', 'revoke', account_id, minted.id)).toEqual({ id: minted.id, revoked: true });
  expect((await call('listForms', { key: minted.key })).status).toBe(401);
  const [newest] = await json('keys', 'list', account_id);
  expect(newest).toMatchObject({ id: minted.id, revoked_at: expect.any(String) });
  expect(newest).not.toHaveProperty('key');
});

test('writes an audit row for each change, but none for reads or refusals', async () => {
  const { account_id: id, management_key: key } = await create();
  await json('rename', id, 'New name');
  await json('set-plan', id, 'team');
  await json('set-quota', id, '7');
  await json('set-quota', id, '--default');
  await json('set-email', id, 'ann@example.com');
  await json('suspend', id);
  await json('resume', id);
  const minted = await json('keys', 'mint', id, '--type', 'submission', '--name', 'CI');
  await json('keys', 'revoke', id, minted.id);
  const invited = await json('members', 'invite', id, 'bob@example.com', '--role', 'viewer');
  await json('members', 'set-role', id, 'bob@example.com', 'editor');
  await json('members', 'remove', id, invited.id);
  await json('members', 'list', id);
  await json('keys', 'list', id);
  await json('list');
  expect(await local('members', 'remove', id, 'bob@example.com')).toMatchObject({ code: 1 });
  expect(await local('keys', 'revoke', id, 'key_unknown')).toMatchObject({ code: 1 });
  expect(await local('set-plan', 'acc_unknown', 'pro')).toMatchObject({ code: 1 });

  const { data } = (await call('listAuditLog', { key })).body;
  const account = { type: 'account', id, name: null };
  const apiKey = { type: 'api_key', id: minted.id, name: 'CI' };
  const member = {
    type: 'member',
    id: invited.id,
    name: expect.stringMatching(/^[0-9a-f]{16}@example\.com$/),
  };
  expect(data.map(({ action, target }: any) => [action, target]).toReversed()).toEqual([
    ['createAccount', account],
    ['renameAccount', account],
    ['setPlan', account],
    ['setQuota', account],
    ['setQuota', account],
    ['setOwnerEmail', account],
    ['suspendAccount', account],
    ['resumeAccount', account],
    ['createApiKey', apiKey],
    ['revokeApiKey', apiKey],
    ['inviteMember', member],
    ['updateMember', member],
    ['removeMember', member],
  ]);
  for (const row of data) {
    expect(row).toMatchObject({
      actor: { type: 'operator', id: 'operator', name: userInfo().username },
      outcome: 'completed',
      request_id: null,
      ip: null,
    });
  }
  // Rows name the changed member, but changed values don't contain addresses.
  const withoutTargets = data.map(({ target: _, ...rest }: any) => rest);
  expect(JSON.stringify(withoutTargets)).not.toMatch(/(ann|bob)@example\.com/);
});

test('a polled list of keys changes when the operator creates or revokes a key', async () => {
  const { account_id, management_key: key } = await create();
  const tagOf = async () => (await call('listApiKeys', { key })).headers['etag']!;
  const poll = async (tag: string) =>
    (await call('listApiKeys', { key, headers: { 'if-none-match': tag } })).status;
  let tag = await tagOf();
  const { id } = await json('keys', 'mint', account_id, '--type', 'submission', '--name', 'CI');
  expect(await poll(tag)).toBe(200);
  tag = await tagOf();
  await json('keys', 'revoke', account_id, id);
  expect(await poll(tag)).toBe(200);
});

test('creates keys with limited scopes and an expiry', async () => {
  const { account_id } = await create();
  const given = ['--type', 'management', '--name', 'CI', '--scopes', 'read, write'];
  const minted = await json('keys', 'mint', account_id, ...given, '--expires', '2999-01-01T00:00:00Z');
  expect(minted).toMatchObject({
    scopes: ['read', 'write'],
    expires_at: '2999-01-01T00:00:00.000Z',
    created_by: null,
  });
  expect((await call('listForms', { key: minted.key })).status).toBe(200);
  expect((await call('listApiKeys', { key: minted.key })).status).toBe(403);
});

test('revokes the last management key with --force, and the keys that a key created with --cascade', async () => {
  const { account_id, management_key: key } = await create();
  const minted = await call('createApiKey', { key, body: { type: 'management', name: 'CI' } });
  const first = minted.body.created_by;
  expect(await local('keys', 'revoke', account_id, first, '--cascade')).toMatchObject({ code: 1 });
  expect((await call('listForms', { key: minted.body.key })).status).toBe(200);
  expect(await local('keys', 'revoke', account_id, first, '--cascade', '--force')).toMatchObject({ code: 0 });
  for (const revoked of [key, minted.body.key]) {
    expect((await call('listForms', { key: revoked })).status).toBe(401);
  }
  const another = await json('keys', 'mint', account_id, '--type', 'management', '--name', 'New');
  expect((await call('listForms', { key: another.key })).status).toBe(200);
  expect(await local('keys', 'revoke', account_id, another.id)).toMatchObject({ code: 1 });
});

test('renames an account', async () => {
  const { account_id } = await create();
  expect(await json('rename', account_id, ' Acme & Sons ')).toMatchObject({
    account_id,
    name: 'Acme & Sons',
  });
});

test('suspends an account immediately and resumes it', async () => {
  const { account_id, management_key: key } = await create();
  const suspended = await json('suspend', account_id);
  expect(suspended).toMatchObject({
    account_id,
    status: 'suspended',
    suspended_at: expect.stringMatching(/Z$/),
  });
  expect((await call('listForms', { key })).body.type).toBe('http://api.test/problems/account-suspended');
  expect(await json('suspend', account_id)).toEqual(suspended);
  expect((await json('list')).at(-1)).toMatchObject({ account_id, status: 'suspended' });
  expect(await json('resume', account_id)).toEqual({ account_id, status: 'active' });
  expect((await call('listForms', { key })).status).toBe(200);
});

test("creates more keys than the API's hourly limit allows, without using it up", async () => {
  const { account_id, management_key: key } = await create();
  await json('keys', 'mint', account_id, '--type', 'submission', '--name', 'Website');
  for (let n = 0; n < 10; n += 1) {
    const body = { type: 'submission', name: `Key ${n}` };
    expect((await call('createApiKey', { key, body })).status).toBe(201);
  }
  expect(await local('keys', 'mint', account_id, '--type', 'submission', '--name', 'More')).toMatchObject({
    code: 0,
  });
});

test('runs as a standalone command', () => {
  const env = { ...process.env, NODE_OPTIONS: '', SVC_LOCAL_DIR: folder };
  const runs = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'cli/run-account.ts', ...args], {
      env,
      encoding: 'utf8',
    });
  const listed = runs('list', '--local', '--json');
  expect(listed.status).toBe(0);
  expect(JSON.parse(listed.stdout)).toBeInstanceOf(Array);
  expect(runs('crate').status).toBe(2);
});

describe('the command exits with 1 and a one-line reason if the request fails', () => {
  const failure = (line: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
  test.each([
    [['set-plan', 'acc_none', 'pro']],
    [['set-quota', 'acc_none', '5']],
    [['rename', 'acc_none', 'Acme']],
    [['suspend', 'acc_none']],
    [['resume', 'acc_none']],
    [['delete', 'acc_none', '--yes']],
    [['keys', 'list', 'acc_none']],
    [['keys', 'mint', 'acc_none', '--type', 'submission', '--name', 'X']],
    [['keys', 'revoke', 'acc_none', 'key_none']],
  ])("%j for an account that doesn't exist", async (args) => {
    expect(await local(...args)).toEqual(failure(/^There is no account "acc_none"\.\n$/));
  });

  test("a key that doesn't exist, and the last management key", async () => {
    const { account_id } = await create();
    expect(await local('keys', 'revoke', account_id, 'key_none')).toEqual(
      failure(/has no key "key_none"\.\n$/),
    );
    const [{ id }] = await json('keys', 'list', account_id);
    expect(await local('keys', 'revoke', account_id, id)).toEqual(
      failure(/^"key_\w+" is the last management key/),
    );
  });

  test("a service that isn't running", async () => {
    const nowhere = operatorIn(join(folder, 'nowhere'));
    expect(await nowhere('list', '--local')).toEqual(failure(/^.*outputs\.json not found\. Start .*\n$/));
  });
});

describe('the command exits with 2 and a hint if the request is invalid', () => {
  const usage = (ended: Ended) => {
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--help|Usage:/);
  };
  test.each([
    [[]],
    [['keys']],
    [['crate']],
    [['create']],
    [['create', '--name', '  ']],
    [['members', 'invite', 'acc_1', 'nobody']],
    [['members', 'invite', 'acc_1', 'ann@example.com', '--role', 'king']],
    [['members', 'invite', 'acc_1', 'ann@example.com', '--forms', 'frm_8K3Q0ZT5VW']],
    [['members', 'set-role', 'acc_1', 'ann@example.com', 'king']],
    [['members', 'set-role', 'acc_1', 'ann@example.com', 'viewer', '--forms', 'contact']],
    [['create', '--name', 'Acme', '--plan', 'gold']],
    [['create', '--name', 'Acme', '--quota', '-1']],
    [['create', '--name', 'Acme', '--colour', 'red']],
    [['set-plan', 'acc_1']],
    [['set-plan', 'acc_1', 'gold']],
    [['set-quota', 'acc_1']],
    [['set-quota', 'acc_1', '5', '--default']],
    [['rename', 'acc_1', ' ']],
    [['suspend']],
    [['delete']],
    [['keys', 'mint', 'acc_1', '--type', 'management', '--name', 'CI', '--scopes', 'read,owner']],
    [['keys', 'mint', 'acc_1', '--type', 'submission', '--name', 'CI', '--scopes', 'read']],
    [['keys', 'mint', 'acc_1', '--type', 'management', '--name', 'CI', '--expires', 'soon']],
    [['keys', 'mint', 'acc_1', '--type', 'management', '--name', 'CI', '--expires', '2020-01-01T00:00:00Z']],
    [['keys', 'mint', 'acc_1', '--name', 'CI']],
    [['keys', 'mint', 'acc_1', '--type', 'admin', '--name', 'CI']],
  ])('%j', async (args) => usage(await operator(...args)));
});

test.each([[['--help']], [['create', '--help']], [['keys', 'mint', '--help']], [['delete', '--help']]])(
  '%j prints help and exits with 0',
  async (args) => {
    const { code, stdout } = await operator(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run account -- /);
  },
);
