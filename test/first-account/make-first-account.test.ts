/**
 * Tests the function that creates the first account, against the DynamoDB emulator and with a real server for
 * CloudFormation's responses.
 */
import { jest } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { accountMembers } from '../../cli/account/account-members.ts';
import { accountRegistry } from '../../cli/account/account-registry.ts';
import type { makeFirstAccount } from '../../lambdas/first-account/make-first-account.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { firstAccountStore } from '../../lambdas/first-account/first-account-store.ts';
import { newAccount, serviceOn } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { setFunctionEnvironment, handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');

let stores: TestStores;
let make: typeof makeFirstAccount;
let server: Server;
let received: any[];
let users: string[];
let emails: any[];
/** Makes the next call to the user pool fail. */
let failing: boolean;

beforeAll(async () => {
  stores = await startStores();
  setFunctionEnvironment(stores);
  ({ makeFirstAccount: make } = await import('../../lambdas/first-account/make-first-account.ts'));
  server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await stores.stop();
});
beforeEach(() => {
  received = [];
  users = [];
  emails = [];
  failing = false;
  // The function logs each failure.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

let stacks = 0;
const newStack = (): string =>
  `arn:aws:cloudformation:eu-central-1:111122223333:stack/svc-forms-prod/${(stacks += 1)}`;
let owners = 0;
const newAddress = (): string => `owner-${(owners += 1)}@example.com`;

/** Sends a request as CloudFormation does, and returns the function's response. */
async function run(RequestType: string, StackId: string, rest: object): Promise<any> {
  const { db } = stores;
  const tables = { ...stores.tables, jobs: stores.tables.formJobs, slugs: stores.tables.formSlugs };
  const handle = make({
    accounts: firstAccountStore(db, tables, () => NOW, systemRandom),
    invitations: {
      members: membershipStore(db, tables),
      userPool: {
        add: (email) => {
          if (!failing) users.push(email);
          const added = failing
            ? Promise.reject(new Error('The user pool is not available'))
            : Promise.resolve();
          failing = false;
          return added;
        },
      },
      queue: (job) => {
        emails.push(job);
      },
    },
    baseUrl: 'https://forms.example.com',
    now: () => NOW,
    random: systemRandom,
  });
  await handle({
    RequestType,
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/response?signature=1`,
    StackId,
    RequestId: 'request-1',
    LogicalResourceId: 'FirstAccount',
    ResourceType: 'Custom::FirstAccount',
    ...rest,
  });
  expect(received).toHaveLength(1);
  const [response] = received.splice(0);
  expect(response).toMatchObject({ StackId, RequestId: 'request-1', LogicalResourceId: 'FirstAccount' });
  return response;
}

const create = (stack: string, email: string) =>
  run('Create', stack, { ResourceProperties: { ServiceToken: 'arn', OwnerEmail: email } });
const update = (stack: string, PhysicalResourceId: string, from: string, to: string) =>
  run('Update', stack, {
    PhysicalResourceId,
    ResourceProperties: { ServiceToken: 'arn', OwnerEmail: to },
    OldResourceProperties: { ServiceToken: 'arn', OwnerEmail: from },
  });

const accounts = () => accountRegistry(serviceOn(stores), () => NOW, systemRandom);
const membersOf = (accountId: string) =>
  accountMembers(serviceOn(stores), () => NOW, systemRandom).list(accountId);
async function rowsOf(table: string, accountId: string): Promise<any[]> {
  const { Items = [] } = await stores.db.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
  return Items.filter((item) => JSON.stringify(item).includes(accountId));
}
const formsOf = (accountId: string) => rowsOf(stores.tables.forms, accountId);

it('creates an account with a live form and invites the owner', async () => {
  const email = newAddress();
  const { Status, PhysicalResourceId: id, Data } = await create(newStack(), email);
  expect(Status).toBe('SUCCESS');
  expect(id).toMatch(/^acc_[0-9A-Z]{12}$/);
  expect(Data).toEqual({ SignInUrl: `https://forms.example.com/console/sign-in?account=${id}` });
  const account = await accounts().find(id);
  expect(account).toMatchObject({ name: email, email, plan: 'team', invited_owners: 1 });
  // Doesn't create a key, because nobody would see it.
  expect(account).not.toHaveProperty('live_management_keys');
  expect(await rowsOf(stores.tables.apiKeys, id)).toEqual([]);
  expect(await formsOf(id)).toMatchObject([{ name: 'Contact', status: 'live', notify_emails: [email] }]);
  expect(await membersOf(id)).toMatchObject([
    { email, role: 'owner', status: 'invited', expires_at: '2026-12-01T10:00:00.000Z' },
  ]);
  expect(users).toEqual([email]);
  expect(emails).toEqual([expect.objectContaining({ kind: 'invitation', account_id: id })]);
  const audited = await rowsOf(stores.tables.auditEvents, id);
  expect(audited.map(({ action, actor }) => [action, actor.name]).toSorted()).toEqual([
    ['createAccount', 'Deployment'],
    ['createForm', 'Deployment'],
    ['inviteMember', 'Deployment'],
  ]);
}, 60_000);

it('lets the owner sign in and accepts a submission to the form', async () => {
  const { PhysicalResourceId: id } = await create(newStack(), newAddress());
  const call = handlersOn(stores);
  const { cookies } = await signIn(stores, id, { role: 'owner' });
  const { body } = await call('listForms', { cookies });
  expect(body.data).toMatchObject([{ name: 'Contact' }]);
  const [{ slug }] = body.data;
  expect(await call('submitForm', { path: { slug }, body: { name: 'Ada' } })).toMatchObject({ status: 201 });
}, 60_000);

it('can be repeated because the account ID is derived from the stack', async () => {
  const [stack, email] = [newStack(), newAddress()];
  const first = await create(stack, email);
  expect(await create(stack, email)).toEqual(first);
  // The invitation is renewed, because the first attempt may have failed before its e-mail was queued.
  expect(emails).toHaveLength(2);
  expect(await formsOf(first.PhysicalResourceId)).toHaveLength(1);
  expect(await membersOf(first.PhysicalResourceId)).toHaveLength(1);
  const other = await create(newStack(), newAddress());
  expect(other.PhysicalResourceId).not.toBe(first.PhysicalResourceId);
}, 60_000);

it('reports a failure and completes the account when it is repeated', async () => {
  const [stack, email] = [newStack(), newAddress()];
  failing = true;
  const { Status, Reason, PhysicalResourceId: id, Data } = await create(stack, email);
  expect({ Status, Reason, Data }).toEqual({
    Status: 'FAILED',
    Reason: 'The user pool is not available',
    Data: undefined,
  });
  // CloudFormation rolls back, and the next deployment creates the resource again.
  const removed = { PhysicalResourceId: id, ResourceProperties: { OwnerEmail: email } };
  expect(await run('Delete', stack, removed)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: id });
  expect(emails).toEqual([]);
  expect(await create(stack, email)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: id });
  expect(users).toEqual([email]);
  expect(emails).toHaveLength(1);
  expect(await formsOf(id)).toHaveLength(1);
}, 60_000);

it('uses the account that already belongs to the address, without changing it', async () => {
  const { accountId } = await newAccount(stores);
  const email = newAddress();
  const members = accountMembers(serviceOn(stores), () => NOW, systemRandom);
  await members.invite(accountId, { email, role: 'owner' });
  expect(await create(newStack(), email.toUpperCase())).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: accountId,
    Data: { SignInUrl: `https://forms.example.com/console/sign-in?account=${accountId}` },
  });
  expect(emails).toEqual([]);
  expect(await formsOf(accountId)).toEqual([]);
}, 60_000);

it('creates an account for someone who is a viewer of another account', async () => {
  const { accountId } = await newAccount(stores);
  const email = newAddress();
  const members = accountMembers(serviceOn(stores), () => NOW, systemRandom);
  await members.invite(accountId, { email, role: 'viewer' });
  const { PhysicalResourceId } = await create(newStack(), email);
  expect(PhysicalResourceId).not.toBe(accountId);
}, 60_000);

describe('when the address changes', () => {
  it('invites the new owner to the same account and keeps the previous owner', async () => {
    const [stack, from, to] = [newStack(), newAddress(), newAddress()];
    const { PhysicalResourceId: id } = await create(stack, from);
    emails = [];
    expect(await update(stack, id, from, to)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: id });
    expect((await membersOf(id)).map(({ email, role }) => [email, role])).toEqual(
      expect.arrayContaining([
        [from, 'owner'],
        [to, 'owner'],
      ]),
    );
    expect(emails).toHaveLength(1);
    expect(await accounts().find(id)).toMatchObject({ email: to, invited_owners: 2 });
    expect(await formsOf(id)).toHaveLength(1);
  }, 60_000);

  it('keeps the address for notices that the operator has set', async () => {
    const [stack, from] = [newStack(), newAddress()];
    const { PhysicalResourceId: id } = await create(stack, from);
    await accounts().setEmail(id, 'team@example.com');
    await update(stack, id, from, newAddress());
    expect(await accounts().find(id)).toMatchObject({ email: 'team@example.com' });
  }, 60_000);

  it('does nothing if only the case of the address has changed', async () => {
    const [stack, from] = [newStack(), newAddress()];
    const { PhysicalResourceId: id } = await create(stack, from);
    emails = [];
    await update(stack, id, from, from.toUpperCase());
    expect(emails).toEqual([]);
  }, 60_000);
});

it('keeps everything when the resource is removed', async () => {
  const [stack, email] = [newStack(), newAddress()];
  const { PhysicalResourceId: id } = await create(stack, email);
  const removed = { PhysicalResourceId: id, ResourceProperties: { OwnerEmail: email } };
  expect(await run('Delete', stack, removed)).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: id });
  expect(await accounts().find(id)).not.toHaveProperty('suspended_at');
  expect(await formsOf(id)).toHaveLength(1);
  expect(await membersOf(id)).toHaveLength(1);
}, 60_000);

it('rejects an invalid address with a one-sentence error', async () => {
  expect(await create(newStack(), 'ada')).toMatchObject({
    Status: 'FAILED',
    Reason: 'The owner must be an e-mail address, for example ada@example.com.',
  });
}, 60_000);
