import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { newKey } from '../support/samples/accounts.ts';
import { connect, invite } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { operatorIn, type Ended } from '../support/service/operator.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let folder: string;
let operator: ReturnType<typeof operatorIn>;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  folder = mkdtempSync(join(tmpdir(), 'svc-test-operator-'));
  operator = operatorIn(folder);
  const { tables } = stores;
  const outputs = {
    endpoints: { dynamodb: stores.endpoint },
    stack_outputs: {
      AccessTokensTable: tables.accessTokens,
      AccountKeysTable: tables.accountKeys,
      AccountsTable: tables.accounts,
      DeliveriesTable: tables.deliveries,
      RecoveriesTable: tables.recoveries,
      WebhooksTable: tables.webhooks,
      ApiKeysTable: tables.apiKeys,
      AuditEventsTable: tables.auditEvents,
      CountersTable: tables.counters,
      FormJobsQueue: 'http://127.0.0.1:1/000000000000/form-jobs',
      FormJobsTable: tables.formJobs,
      FormSlugsTable: tables.formSlugs,
      RecipientsTable: tables.recipients,
      BaseUrl: 'http://api.test',
      IdentitiesTable: tables.identities,
      InvitationsTable: tables.invitations,
      MembersTable: tables.members,
      OauthClientsTable: tables.oauthClients,
      ConnectionsTable: tables.connections,
      SessionsTable: tables.sessions,
      FormsTable: tables.forms,
      Plans: JSON.stringify(defaultPlans),
    },
  };
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(outputs));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stores.stop();
});

const local = (...args: string[]) => operator(...args, '--local');
/** Returns the JSON of a command that succeeds and prints nothing else. */
async function json(...args: string[]) {
  const ended = await local(...args, '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
}
const create = (...args: string[]) => json('create', '--name', 'Acme', ...args);

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

test('prints names with control characters as one line of text', async () => {
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

test('writes an audit row for each change, and none for reads and refusals', async () => {
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
  const account = { type: 'account', id };
  const apiKey = { type: 'api_key', id: minted.id };
  const member = { type: 'member', id: invited.id };
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
  expect(JSON.stringify(data)).not.toMatch(/(ann|bob)@example\.com/);
});

test('a key minted or revoked by the operator shows up in a polled list of keys', async () => {
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

test('mints keys with limited scopes and an expiry', async () => {
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

test('revokes the last management key with --force, and minted keys with --cascade', async () => {
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

test('suspends an account at once, and resumes it', async () => {
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

test("mints beyond the API's hourly limit, without using it up", async () => {
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

describe('an impossible request exits with 1 and a one-line reason', () => {
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
  ])("%j of an account that doesn't exist", async (args) => {
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
    expect(await nowhere('list', '--local')).toEqual(failure(/^.*outputs\.json is not there; start .*\n$/));
  });
});

describe('an invalid request exits with 2 and a hint', () => {
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

describe('members', () => {
  test('can be invited, changed and removed', async () => {
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

  test('include the owner whose address the account was created with', async () => {
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

  test("or forms that don't exist are named in the error", async () => {
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

test.each([[['--help']], [['create', '--help']], [['keys', 'mint', '--help']], [['delete', '--help']]])(
  '%j prints help and exits with 0',
  async (args) => {
    const { code, stdout } = await operator(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run account -- /);
  },
);

describe('installation-wide apps', () => {
  const SHOP = ['--name', 'Shop', '--redirect-uri', 'https://shop.example.org/return'];

  test('can be registered, listed, changed and rotated', async () => {
    const made = await json('apps', 'create', ...SHOP, '--redirect-uri', 'http://127.0.0.1/return');
    expect(made).toEqual({
      id: expect.stringMatching(/^app_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Shop',
      logo_url: null,
      redirect_uris: ['https://shop.example.org/return', 'http://127.0.0.1/return'],
      type: 'confidential',
      previous_secret_expires_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret: expect.stringMatching(/^svc_app_[0-9A-Za-z]{38}$/),
    });
    const changed = await json(
      'apps',
      'update',
      made.id,
      '--name',
      'Market',
      '--logo',
      'https://cdn.example.org/m.png',
    );
    expect(changed).toMatchObject({ name: 'Market', logo_url: 'https://cdn.example.org/m.png' });
    expect(await json('apps', 'update', made.id, '--no-logo', ...SHOP.slice(2))).toMatchObject({
      name: 'Market',
      logo_url: null,
      redirect_uris: ['https://shop.example.org/return'],
    });
    const rotated = await json('apps', 'rotate', made.id);
    expect(rotated.secret).toMatch(/^svc_app_/);
    expect(rotated.secret).not.toBe(made.secret);
    const { secret: _, ...shown } = rotated;
    expect(await json('apps', 'list')).toContainEqual(shown);
    const { stdout } = await local('apps', 'list');
    expect(stdout).toMatch(
      new RegExp(`^${made.id} +confidential +https://shop.example.org/return +Market$`, 'm'),
    );
    expect(
      (await json('apps', 'log')).map(({ action, target, actor }: any) => [action, target.id, actor]),
    ).toEqual(
      ['rotateOauthClientSecret', 'updateOauthClient', 'updateOauthClient', 'createOauthClient'].map(
        (action) => [action, made.id, { type: 'operator', id: 'operator', name: userInfo().username }],
      ),
    );
  });

  test('end their connections in all accounts when deleted', async () => {
    const [shop, other] = [
      await json('apps', 'create', ...SHOP),
      await json('apps', 'create', ...SHOP, '--type', 'public'),
    ];
    expect(other).not.toHaveProperty('secret');
    const accounts = [await create(), await create()];
    for (const { account_id } of accounts) {
      const { member_id: memberId } = await invite(stores, account_id);
      await connect(stores, account_id, { memberId, app: shop });
      await connect(stores, account_id, { memberId, app: other });
    }
    expect(await local('apps', 'delete', shop.id)).toMatchObject({
      code: 1,
      stderr: `Nothing was deleted. Type ${shop.id} to confirm, or use --yes.\n`,
    });
    expect(await json('apps', 'delete', shop.id, '--yes')).toEqual({
      id: shop.id,
      deleted: true,
      connections: 2,
    });
    for (const { management_key: key } of accounts) {
      const left = (await call('listConnections', { key })).body.data;
      expect(left.map(({ client_id }: any) => client_id)).toEqual([other.id]);
    }
    expect(await local('apps', 'delete', shop.id, '--yes')).toMatchObject({
      code: 1,
      stderr: `The installation has no app "${shop.id}".\n`,
    });
    expect(await local('apps', 'rotate', other.id)).toMatchObject({
      code: 1,
      stderr: `"${other.id}" is a public app, which has no secret.\n`,
    });
  });

  test("are separate from accounts' apps", async () => {
    const { account_id, management_key: key } = await create();
    const body = { name: 'Ours', type: 'public', redirect_uris: ['https://ours.example.org/return'] };
    const { id } = (await call('createOauthClient', { key, body })).body;
    const noSuch = { code: 1, stderr: `The installation has no app "${id}".\n` };
    expect(await local('apps', 'update', id, '--name', 'Mine')).toMatchObject(noSuch);
    expect(await local('apps', 'rotate', id)).toMatchObject(noSuch);
    expect(await local('apps', 'delete', id, '--yes')).toMatchObject(noSuch);
    expect((await call('getOauthClient', { key, path: { id } })).body.name).toBe('Ours');
    expect(account_id).toMatch(/^acc_/);
  });

  test.each([
    [['create', '--name', 'Shop']],
    [['create', '--redirect-uri', 'https://shop.example.org/return']],
    [['create', '--name', 'Shop', '--redirect-uri', 'http://shop.example.org/return']],
    [['create', '--name', 'Shop', '--redirect-uri', 'https://*.example.org/return']],
    [['create', ...SHOP, ...SHOP.slice(2)]],
    [['create', ...SHOP, '--type', 'secret']],
    [['create', ...SHOP, '--logo', 'http://cdn.example.org/m.png']],
    [['create', '--name', 'Shop\nOperator', ...SHOP.slice(2)]],
    [['update', 'app_01KQ4S0D80H2W5J9R3X6M8QC4T']],
    [['rotate']],
  ])('are not changed by "apps %j"', async (args) => {
    expect(await local('apps', ...args)).toMatchObject({ code: 2 });
  });
});
