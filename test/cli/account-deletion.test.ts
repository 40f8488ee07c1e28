/**
 * Tests deleting an account: all of its data is removed, even if the command is interrupted at any point.
 */
import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountDeletion } from '../../cli/account/account-deletion.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { newSubmissionId } from '../../lambdas/core/ids.ts';
import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { formJobDeps } from '../../lambdas/form-jobs/form-job-deps.ts';
import {
  firstMessage,
  runFormJobBatch,
  type FormJob,
  type FormJobMessage,
} from '../../lambdas/forms/jobs/form-job.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { recipientStore } from '../../lambdas/forms/recipients/recipient-store.ts';
import { newAccount, newKey, serviceOn, type TestAccount } from '../support/samples/accounts.ts';
import { connect, signIn } from '../support/samples/people.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { operatorIn } from '../support/service/operator.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let buckets: TestBuckets;
let call: ReturnType<typeof handlersOn>;
let ours: TestAccount;
let theirs: TestAccount;
let slug: string;
let lines: string[];
let started: string[];
let waited: number[];

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  call = handlersOn(stores);
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

/**
 * Creates an account with three forms, an account-wide webhook, keys of both types, a token, counters, two
 * members, sessions, an app and a connection.
 */
async function filledAccount(): Promise<TestAccount> {
  const account = await newAccount(stores);
  const { key, accountId } = account;
  const forms = [];
  for (const name of ['One', 'Two', 'Three'])
    forms.push((await call('createForm', { key, body: { name } })).body);
  slug = forms[0].slug;
  await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
  await call('createApiKey', { key, body: { type: 'submission', name: 'Website' } });
  const client = await newKey(stores, accountId, 'management');
  const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.key };
  expect((await call('issueToken', { body: new URLSearchParams(form) })).status).toBe(200);
  const url = 'https://hooks.example.org/';
  const webhook = (await call('createAccountWebhook', { key, body: { url } })).body.id as string;
  const submission = newSubmissionId(forms[0].id, Date.now(), systemRandom);
  await deliveryStore(stores, stores.tables.deliveries).create(newDelivery(webhook, submission, Date.now()));
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await call('recoverWebhook', { key, path: { id: webhook }, body: { since } })).status).toBe(202);
  await recipientStore(stores.db, stores.tables.recipients).add(accountId, 'ann@example.com', 'key');
  const { member } = await signIn(stores, accountId, { role: 'owner' });
  const app = { name: 'Shop', type: 'confidential', redirect_uris: ['https://shop.example.org/return'] };
  const { body: shop } = await call('createOauthClient', { key, body: app });
  await connect(stores, accountId, { memberId: member.member_id, app: shop });
  await call('inviteMember', { key, body: { email: 'bob@example.com', role: 'viewer' } });
  expect((await call('createSession', { key })).status).toBe(204);
  return account;
}

beforeEach(async () => {
  theirs = await filledAccount();
  ours = await filledAccount();
  [lines, started, waited] = [[], [], []];
});

const deletion = (db: DocumentClient = stores.db, at = Date.now()) =>
  accountDeletion(
    {
      ...serviceOn(stores),
      db,
      startFormJob: async (job) => {
        started.push(job.form_id);
        await runFormJob(job);
      },
    },
    {
      now: () => at,
      random: systemRandom,
      pause: (milliseconds) => Promise.resolve(void waited.push(milliseconds)),
      report: (line) => void lines.push(line),
    },
  );

/** Runs both passes of a form job, without the pause between them. */
async function runFormJob(job: FormJob): Promise<void> {
  const names = {
    tables: stores.tables,
    buckets: { attachments: buckets.attachments, exports: buckets.exports },
  };
  const deps = formJobDeps(stores.db, buckets.s3, names, Date.now, () => Promise.resolve());
  let next: FormJobMessage | undefined = firstMessage(job);
  while (next) next = (await runFormJobBatch(next, deps))?.message;
}

/** Returns the names of tables that contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { idempotency, accounts, accountKeys, apiKeys, accessTokens, auditEvents } = stores.tables;
  const { forms, formSlugs, counters, recipients, webhooks, deliveries, recoveries, replies } = stores.tables;
  const keys = { accountKeys, apiKeys, accessTokens };
  const ofForms = { forms, formSlugs, counters, recipients, webhooks, deliveries, recoveries, replies };
  const { oauthClients, connections } = stores.tables;
  const tables = { idempotency, accounts, auditEvents, oauthClients, connections, ...keys, ...ofForms };
  const found: string[] = [];
  for (const [name, TableName] of Object.entries(tables)) {
    const { Items = [] } = await stores.db.send(new ScanCommand({ TableName }));
    // The sweeper skips recoveries that no longer exist.
    const isShortLived = (item: Record<string, unknown>) => item['webhook_id'] === 'running';
    const lasting = Items.filter((item) => !isShortLived(item));
    if (lasting.some((item) => JSON.stringify(item).includes(text.slice('acc_'.length)))) found.push(name);
  }
  return found;
}
const tokens = async (): Promise<number> =>
  (await stores.db.send(new ScanCommand({ TableName: stores.tables.accessTokens }))).Items!.length;

it('removes the account and everything that belongs to it, but nothing that belongs to other accounts', async () => {
  const [before, of] = [await tablesWith(theirs.accountId), await tokens()];
  expect(await tablesWith(ours.accountId)).toEqual(before);
  expect(await deletion().delete(ours.accountId)).toEqual({ forms: 3, keys: 3 });
  expect(await tablesWith(ours.accountId)).toEqual([]);
  expect(await tablesWith(theirs.accountId)).toEqual(before);
  expect(await tokens()).toBe(of - 1);
  expect((await call('listForms', { key: ours.key })).status).toBe(401);
  expect((await call('listForms', { key: theirs.key })).status).toBe(200);
  expect((await call('submitForm', { path: { slug }, body: { name: 'Ada' } })).status).toBe(404);
});

it('starts a job for each form that deletes its submissions and files', async () => {
  await deletion().delete(ours.accountId);
  expect(new Set(started).size).toBe(3);
  expect(lines.filter((line) => line.startsWith('Deleted form frm_'))).toHaveLength(3);
});

it('waits for requests already in progress, unless the account was suspended long ago', async () => {
  const at = Date.now();
  await deletion(stores.db, at).delete(ours.accountId);
  // The second pause is between the two searches for rows that were written late.
  expect(waited).toEqual([35_000, 5000]);
  const suspended_at = new Date(at - 36_000).toISOString();
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.accounts,
      Key: { account_id: theirs.accountId },
      UpdateExpression: 'SET suspended_at = :at',
      ExpressionAttributeValues: { ':at': suspended_at },
    }),
  );
  await deletion(stores.db, at).delete(theirs.accountId);
  expect(waited).toEqual([35_000, 5000, 5000]);
});

it('can be resumed wherever it was interrupted', async () => {
  let cuts = 0;
  for (;;) {
    let calls = 0;
    const cutOff = new Proxy(stores.db, {
      get: (db, name) =>
        name === 'send'
          ? (command: never) => {
              if ((calls += 1) > cuts + 1) throw new Error('cut off');
              return db.send(command);
            }
          : (Reflect.get(db, name) as unknown),
    });
    try {
      await deletion(cutOff).delete(ours.accountId);
      break;
    } catch (error) {
      expect(String(error)).toContain('cut off');
      cuts += 1;
      // After the first write, every caller is refused.
      expect([401, 403]).toContain((await call('listForms', { key: ours.key })).status);
      // Each attempt continues where the previous one was interrupted, so the number of interruptions has an
      // upper bound.
      if (cuts > 120) throw new Error('The deletion does not end', { cause: error });
    }
  }
  expect(cuts).toBeGreaterThan(3);
  expect(await tablesWith(ours.accountId)).toEqual([]);
});

describe('npm run account -- delete', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-test-deletion-'));
    const { tables } = stores;
    const stack_outputs = {
      AccessTokensTable: tables.accessTokens,
      AccountKeysTable: tables.accountKeys,
      AccountsTable: tables.accounts,
      DeliveriesTable: tables.deliveries,
      RecoveriesTable: tables.recoveries,
      RepliesTable: tables.replies,
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
      IdempotencyTable: tables.idempotency,
      Plans: JSON.stringify(defaultPlans),
    };
    const endpoints = { dynamodb: stores.endpoint, sqs: 'http://127.0.0.1:1' };
    writeFileSync(join(folder, 'outputs.json'), JSON.stringify({ endpoints, stack_outputs }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Creates an account that was suspended a minute ago, so that the command doesn't have to wait. */
  async function longSuspended(): Promise<TestAccount> {
    const account = await newAccount(stores);
    await stores.db.send(
      new PutCommand({
        TableName: stores.tables.accounts,
        Item: {
          account_id: account.accountId,
          name: 'Acme',
          plan: 'free',
          cursor_key: 'x',
          created_at: '2026-11-05T10:00:00.000Z',
          suspended_at: new Date(Date.now() - 60_000).toISOString(),
        },
      }),
    );
    return account;
  }

  it('does nothing without a confirmation', async () => {
    const { accountId } = await longSuspended();
    for (const ask of [undefined, () => Promise.resolve('yes'), () => Promise.resolve('')]) {
      expect(await operatorIn(folder, undefined, ask)('delete', accountId, '--local')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Nothing was deleted\./),
      });
    }
    expect(await tablesWith(accountId)).toEqual(['accounts', 'auditEvents', 'accountKeys', 'apiKeys']);
  });

  it.each<[string, string[], ((id: string) => Promise<string>) | undefined]>([
    ['with --yes', ['--yes'], undefined],
    ['when the id is typed', [], (id) => Promise.resolve(`${id}\n`)],
  ])('deletes %s', async (_, options, answer) => {
    const { accountId } = await longSuspended();
    const operator = operatorIn(folder, undefined, answer && (() => answer(accountId)));
    const { code, stdout } = await operator('delete', accountId, '--local', ...options);
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, `Deleted ${accountId}.`]);
    expect(await tablesWith(accountId)).toEqual([]);
    expect(await operator('delete', accountId, '--local', '--yes')).toMatchObject({ code: 1 });
  });

  it("can't be undone: an account that is being deleted can't be resumed", async () => {
    const { accountId } = await longSuspended();
    await stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET deleted_at = suspended_at',
      }),
    );
    expect(await operatorIn(folder)('resume', accountId, '--local')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is being deleted'),
    });
  });
});
