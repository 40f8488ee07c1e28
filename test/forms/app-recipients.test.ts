/**
 * Tests recipients that apps add. They belong to the app's connection, get no e-mails without it, and are
 * removed with it. An app can't change other recipients.
 */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { newConnectionToken } from '../../lambdas/auth/access-token.ts';
import type { Connection } from '../../lambdas/auth/connections/connection.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { formChanger, wholeFormReader } from '../../lambdas/forms/form-store.ts';
import { recipientsSetBy } from '../../lambdas/forms/recipients/app-recipients.ts';
import { recipientChanges } from '../../lambdas/forms/recipients/recipient-change-store.ts';
import { recipientIdOf } from '../../lambdas/forms/recipients/recipient.ts';
import { ADA, EmailWorld } from '../emails/email-world.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { connect, signIn, type SignedIn } from '../support/samples/people.ts';
import { streamRecord } from '../support/aws/stream-record.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

const SHOP = { name: 'Shop', type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const OWNER = 'owner@example.com';
const APP = 'me@collector.example';

let world: EmailWorld;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let app: { id: string; name: string };
let member: SignedIn;
let connection: Connection;
let token: string;
let id: string;

beforeAll(async () => {
  world = await EmailWorld.start();
  call = handlersOn(world.stores, { EMAIL_ENABLED: 'true' });
  // There is no queue, so the tests send the e-mails themselves.
  delete process.env['EMAILS_QUEUE_URL'];
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.renew();
  world.now = Date.now();
  account = await newAccount(world.stores, { plan: 'team' });
  app = (await call('createOauthClient', { key: account.key, body: SHOP })).body;
  member = await signIn(world.stores, account.accountId, { role: 'editor' });
  connection = await letIn();
  token = await tokenOf(connection);
  id = (await call('createForm', { key: account.key, body: { name: 'Contact', notify_emails: [OWNER] } }))
    .body.id;
});

async function letIn(): Promise<Connection> {
  const { db, tables } = world.stores;
  const made = await connect(world.stores, account.accountId, { memberId: member.member.member_id, app });
  const Item: Connection = { ...made, scopes: ['read', 'write'] };
  await db.send(new PutCommand({ TableName: tables.connections, Item }));
  return Item;
}
async function tokenOf(of: Connection): Promise<string> {
  const { token: text, stored } = newConnectionToken(of, of.scopes, Date.now(), systemRandom);
  await world.stores.db.send(new PutCommand({ TableName: world.stores.tables.accessTokens, Item: stored }));
  return text;
}
async function end({ account_id, connection_id }: Connection): Promise<void> {
  const { db, tables } = world.stores;
  await db.send(new DeleteCommand({ TableName: tables.connections, Key: { account_id, connection_id } }));
}
/** Runs the function that cleans up after a connection ends. */
async function cleanUp(ended: Connection): Promise<void> {
  const { tables } = world.stores;
  const names = {
    COUNTERS_TABLE: tables.counters,
    FORMS_TABLE: tables.forms,
    WEBHOOKS_TABLE: tables.webhooks,
  };
  Object.assign(process.env, names);
  const { handler } = await import('../../lambdas/webhooks/apps/remove-connection-webhooks.ts');
  const Records = [streamRecord(['account_id', 'connection_id'], { before: ended })];
  expect(await handler({ Records } as DynamoDBStreamEvent)).toEqual({ batchItemFailures: [] });
}
const set = (key: string, notify_emails: string[], form = id): Promise<Answered> =>
  call('updateForm', { key, path: { id: form }, body: { notify_emails } });
const addresses = async (form = id): Promise<string[]> => {
  const { body } = await call('getForm', { key: account.key, path: { id: form } });
  return body.notify_emails.map(({ address }: { address: string }) => address);
};

/**
 * Sends the confirmation e-mails to the form's recipients and returns the link that was sent to an address.
 */
async function confirmationLink(address: string): Promise<string> {
  const job = {
    kind: 'confirmation' as const,
    account_id: account.accountId,
    form_id: id,
    recipient_ids: [recipientIdOf(account.accountId, address)],
    request: `${id}.test`,
    requested_at: new Date().toISOString(),
  };
  await sendJobEmails(job, world.deps());
  const mails = (await world.mails()).filter(({ to }) => to?.[0]?.address === address);
  const [, link = ''] = /\/v1\/confirmations\/(\S+)/.exec(mails.at(-1)?.text ?? '') ?? [];
  return link;
}
const confirm = async (link: string): Promise<number> =>
  (await call('confirmRecipient', { path: { token: link }, body: new URLSearchParams() })).status;

describe('an app', () => {
  it("adds addresses without removing other people's, and can remove its own", async () => {
    expect((await set(token, [APP])).body.notify_emails.map((each: any) => each.address)).toEqual([
      OWNER,
      APP,
    ]);
    const other = await tokenOf(await letIn());
    await set(other, ['other@shop.example', OWNER.toUpperCase()]);
    expect(await addresses()).toEqual([OWNER, APP, 'other@shop.example']);
    await set(token, []);
    expect(await addresses()).toEqual([OWNER, 'other@shop.example']);
  });

  it("can't tell from the form which recipients it added", async () => {
    const { text } = await set(token, [APP]);
    expect(text).not.toContain(connection.connection_id);
    expect(text).not.toContain('app_recipients');
  });

  it('gets a 422 if the form has no room for its addresses', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `ann${index}@example.com`);
    const { db, tables } = world.stores;
    const Key = { account_id: account.accountId, form_id: id };
    await db.send(
      new UpdateCommand({
        TableName: tables.forms,
        Key,
        UpdateExpression: 'SET notify_emails = :many',
        ExpressionAttributeValues: { ':many': many },
      }),
    );
    expect(await set(token, [APP])).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'notify_emails' }] },
    });
    expect(await addresses()).toEqual(many);
  });

  it('adds no recipients if its connection ends in the meantime', async () => {
    const { db, tables } = world.stores;
    const before = (await wholeFormReader(db, tables.forms).find(account.accountId, id))!;
    const caller = {
      ...connection,
      type: 'connection' as const,
      name: 'Shop',
      cursor_key: '',
      email: '',
      role: 'editor' as const,
      isSuspended: false,
    };
    const after = { ...before, ...recipientsSetBy(caller, [APP], before), version: before.version + 1 };
    await end(connection);
    const change = recipientChanges(db, tables, undefined, Date.now);
    const { guards } = await change(caller, before, after, () => 'pending');
    const store = formChanger(db, { ...tables, slugs: tables.formSlugs, jobs: tables.formJobs });
    expect(await store.replace(before, after, [], undefined, guards)).toBe('connection-gone');
    expect(await addresses()).toEqual([OWNER]);
  });
});

describe("an app's recipient", () => {
  it('is removed from all forms when its connection ends, while other recipients stay', async () => {
    const second = (
      await call('createForm', { key: token, body: { name: 'Made by app', notify_emails: [APP] } })
    ).body.id;
    await set(token, [APP]);
    await set(await tokenOf(await letIn()), ['other@shop.example']);
    await end(connection);
    for (let times = 0; times < 2; times += 1) await cleanUp(connection);
    expect([await addresses(), await addresses(second)]).toEqual([[OWNER, 'other@shop.example'], []]);
  });

  it('keeps its recipient when others save the list unchanged, until they remove that recipient', async () => {
    await set(token, [APP]);
    await set(account.key, [OWNER, APP]);
    await set(account.key, [OWNER]);
    await set(account.key, [OWNER, APP]);
    await end(connection);
    await cleanUp(connection);
    // The owner removed the address and added it again, so it now belongs to the owner.
    expect(await addresses()).toEqual([OWNER, APP]);

    const other = await letIn();
    await set(await tokenOf(other), ['other@shop.example']);
    await set(account.key, [OWNER, APP, 'other@shop.example']);
    await end(other);
    await cleanUp(other);
    expect(await addresses()).toEqual([OWNER, APP]);
  });

  it('gets no more e-mails once its connection has ended', async () => {
    await set(token, [APP]);
    expect(await confirm(await confirmationLink(APP))).toBe(200);
    await set(account.key, [OWNER, APP]);
    const notified = async () => {
      const { db, tables } = world.stores;
      const form = (await wholeFormReader(db, tables.forms).find(account.accountId, id))!;
      await sendJobEmails(await world.posted(form, ADA), world.deps());
      return (await world.mails()).filter(
        ({ to, subject }) => to?.[0]?.address === APP && subject?.startsWith('New submission'),
      ).length;
    };
    expect(await notified()).toBe(1);
    await end(connection);
    expect(await notified()).toBe(1);
  });

  it("can't be confirmed after the connection has ended", async () => {
    await set(token, [APP]);
    const link = await confirmationLink(APP);
    await end(connection);
    expect(await confirm(link)).toBe(403);
    await cleanUp(connection);
    expect(await confirm(link)).toBe(403);
    // The link stays invalid even if the owner has added the same address in the meantime.
    await set(account.key, [OWNER, APP]);
    expect(await confirm(link)).toBe(403);
    const { Item } = await world.stores.db.send(
      new GetCommand({
        TableName: world.stores.tables.recipients,
        Key: { owner_id: account.accountId, recipient_id: recipientIdOf(account.accountId, APP) },
      }),
    );
    expect(Item?.['confirmed_at']).toBeUndefined();
  });

  it("can't be confirmed with a link from which the connection ID was removed", async () => {
    await set(token, [APP]);
    const link = await confirmationLink(APP);
    expect(link).toContain(`.${connection.connection_id}.`);
    expect(await confirm(link.replace(`.${connection.connection_id}`, ''))).toBe(403);
    expect(await confirm(link)).toBe(200);
  });
});
