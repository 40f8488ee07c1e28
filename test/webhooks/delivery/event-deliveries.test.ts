/** Tests how submissions reach agents, and that nothing is sent after an agent loses access. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { accountStatusStore } from '../../../lambdas/accounts/account-status-store.ts';
import { itemsOf } from '../../../lambdas/aws/item-client.ts';
import { hashOfKey } from '../../../lambdas/auth/keys/api-key.ts';
import { createDeliveries } from '../../../lambdas/outbox/create-deliveries.ts';
import { deliveryIdOf, parentsOfDelivery } from '../../../lambdas/core/ids.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import type { ConnectionPrincipal } from '../../../lambdas/core/caller.ts';
import { submissionStore } from '../../../lambdas/submissions/submission-store.ts';
import { liveWebhookStore } from '../../../lambdas/webhooks/apps/live-webhook-store.ts';
import { deliveryStore } from '../../../lambdas/webhooks/delivery/delivery-store.ts';
import { endpointHealthStore } from '../../../lambdas/webhooks/endpoint-health/endpoint-health-store.ts';
import { meterOf, type DynamoDbMeter } from '../../support/emulators/dynamodb-meter.ts';
import { eventIdOf } from '../../../lambdas/submissions/events/event-envelope.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import { replay, runNextAttempt } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { eventBody } from '../../../lambdas/webhooks/subscriptions/event-request.ts';
import {
  idOfSubscription,
  newSubscription,
  type StoredSubscription,
} from '../../../lambdas/webhooks/subscriptions/subscription.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import { startAgentCallback, type AgentCallback } from '../../support/receivers/agent-callback.ts';
import { newAccount, type TestAccount } from '../../support/samples/accounts.ts';
import { connect, signIn, type SignedIn } from '../../support/samples/people.ts';
import { handlersOn } from '../../support/service/handlers.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const APP = { name: 'Agent', type: 'public', redirect_uris: ['https://agent.example.org/return'] };
const HOUR = 3_600_000;

let chain: DeliveryChain;
let call: ReturnType<typeof handlersOn>;
let callback: AgentCallback;
let status = 204;
let account: TestAccount;
let form: { id: string };
let member: SignedIn;
let principal: ConnectionPrincipal;

beforeAll(async () => {
  chain = await startDeliveryChain();
  call = handlersOn(chain.stores);
  callback = await startAgentCallback(undefined, () => status);
});
afterAll(async () => {
  await callback.stop();
  await chain.stop();
});
beforeEach(async () => {
  status = 204;
  account = await newAccount(chain.stores, { plan: 'team' });
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
  const app = (await call('createOauthClient', { key: account.key, body: APP })).body;
  member = await signIn(chain.stores, account.accountId, { role: 'editor' });
  const memberId = member.member.member_id;
  const connection = await connect(chain.stores, account.accountId, { memberId, app });
  principal = {
    type: 'connection',
    account_id: account.accountId,
    connection_id: connection.connection_id,
    client_id: app.id,
    member_id: memberId,
    name: 'Agent',
    email: 'ada@example.com',
    role: 'editor',
    scopes: ['read'],
    cursor_key: 'k',
    last_used_at: '',
    isSuspended: false,
  };
});

/** Stores a subscription to the form, or to all forms. */
async function subscribe(formId: string | null = form.id, endsIn = HOUR): Promise<StoredSubscription> {
  const request = {
    accountId: account.accountId,
    formId: formId ?? undefined,
    filter: undefined,
    url: callback.url,
    secret: SECRET,
    ttlMs: undefined,
  };
  const id = idOfSubscription(principal.connection_id, request);
  const endsAt = new Date(Date.now() + endsIn).toISOString();
  const Item = newSubscription(principal, id, request, endsAt, Date.now());
  await chain.stores.db.send(new PutCommand({ TableName: chain.stores.tables.webhooks, Item }));
  return Item;
}

async function submit(formId = form.id): Promise<Submission> {
  const made = await chain.newSubmission(formId);
  const of = { ...made, account_id: account.accountId };
  await chain.put(of);
  return of;
}

/** Runs fan-out for the submission and returns the ids of the queued deliveries. */
async function fanOut(of: Submission): Promise<string[]> {
  const queued: string[] = [];
  const queue = (ids: readonly string[]): Promise<void> => Promise.resolve(void queued.push(...ids));
  await createDeliveries({ ...of, released: false }, { ...chain.fanOutDeps, queue });
  return queued;
}

const attempt = (id: string, of?: Submission) =>
  runNextAttempt(id, chain.deps, chain.config, {
    first: {
      created_at: new Date().toISOString(),
      ...(of && { submission: { ...of, received_at: new Date().toISOString() } }),
    },
  });
const stored = (id: string) => chain.deliveries.find(parentsOfDelivery(id)!.webhookId, id);
const remove = (table: 'connections' | 'members' | 'forms', Key: Record<string, string>) =>
  chain.stores.db.send(new DeleteCommand({ TableName: chain.stores.tables[table], Key }));

describe('an event', () => {
  it("has the ID of the submission's event, the form's name, and a valid signature, even when it is replayed", async () => {
    const { webhook_id } = await subscribe();
    const of = await submit();
    const [id = ''] = await fanOut(of);
    expect(id).toBe(deliveryIdOf(webhook_id, of.submission_id));
    const before = callback.events.length;
    expect(await attempt(id, of)).toEqual({ kind: 'finished' });
    await replay(id, chain.deps, chain.config);
    const eventId = eventIdOf(form.id, of.submission_id);
    for (const { headers, text, body } of callback.events.slice(before)) {
      expect(body).toEqual({
        eventId,
        name: 'submission.created',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        data: {
          submission_id: of.submission_id,
          form_id: form.id,
          form_name: 'Contact',
          received_at: body.timestamp,
          payload: { name: 'Ada' },
          files: [],
          truncated: false,
          sample: false,
        },
        cursor: null,
      });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': eventId,
        'x-mcp-subscription-id': webhook_id,
      });
      new Webhook(SECRET).verify(text, headers as Record<string, string>);
    }
    expect(callback.events).toHaveLength(before + 2);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  it('is sent to subscriptions to all forms, unless they exclude the form', async () => {
    const { webhook_id } = await subscribe(null);
    const of = await submit();
    expect(await fanOut(of)).toEqual([deliveryIdOf(webhook_id, of.submission_id)]);
    await chain.stores.db.send(
      new UpdateCommand({
        TableName: chain.stores.tables.webhooks,
        Key: { owner_id: account.accountId, webhook_id },
        UpdateExpression: 'SET form_ids = :forms',
        ExpressionAttributeValues: { ':forms': ['frm_0000000000'] },
      }),
    );
    expect(await fanOut(of)).toEqual([]);
  });

  it.each([410, 413])('is not sent again after %d, but the subscription is kept', async (refused) => {
    const { webhook_id } = await subscribe();
    const of = await submit();
    const [id = ''] = await fanOut(of);
    status = refused;
    expect(await attempt(id, of)).toEqual({ kind: 'finished' });
    expect(await stored(id)).toMatchObject({ status: 'failed', attempts: 1, last_status_code: refused });
    expect(await chain.webhooks.find(form.id, webhook_id)).toMatchObject({ enabled: true });
    expect(chain.ownerEmails).toEqual([]);
  });

  it('is retried after other failures', async () => {
    await subscribe();
    const of = await submit();
    const [id = ''] = await fanOut(of);
    status = 503;
    expect(await attempt(id, of)).toMatchObject({ kind: 'wait' });
    expect(await stored(id)).toMatchObject({ status: 'retrying', attempts: 1 });
  });

  it('has at most 256 KiB', async () => {
    const of = await submit();
    const posted = {
      ...of,
      payload: payloadOfPairs([
        ['short', 'Ada'],
        ['long', '\u0000'.repeat(200_000)],
        ['wide', '😀'.repeat(20_000)],
      ]),
    };
    const text = eventBody('e', posted, 'Contact');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(262_144);
    expect(Buffer.byteLength(text)).toBeGreaterThan(262_000);
    const { data } = JSON.parse(text);
    expect(data).toMatchObject({ truncated: true, payload: { short: 'Ada' } });
    expect(data.payload.wide.isWellFormed()).toBe(true);
  });
});

describe('nothing is sent', () => {
  const losses: Record<string, (id: string) => Promise<unknown>> = {
    'the connection has ended': () =>
      remove('connections', { account_id: account.accountId, connection_id: principal.connection_id }),
    'the member was removed': () =>
      remove('members', { account_id: account.accountId, member_id: principal.member_id }),
    'the form was deleted': () => remove('forms', { account_id: account.accountId, form_id: form.id }),
    'the account was suspended': () =>
      update('accounts', { account_id: account.accountId }, 'suspended_at', '2026-01-01T00:00:00.000Z'),
    'the connection leaves out the form': () =>
      update(
        'connections',
        { account_id: account.accountId, connection_id: principal.connection_id },
        'form_ids',
        ['frm_0000000000'],
      ),
    'the member can no longer access the form': () =>
      update('members', { account_id: account.accountId, member_id: principal.member_id }, 'form_ids', [
        'frm_0000000000',
      ]),
    'the subscription has ended': (id) =>
      update('webhooks', { owner_id: form.id, webhook_id: id }, 'ends_at', '2026-01-01T00:00:00.000Z'),
    'the agent has unsubscribed': async (id) => {
      const Key = { owner_id: form.id, webhook_id: id };
      await chain.stores.db.send(new DeleteCommand({ TableName: chain.stores.tables.webhooks, Key }));
    },
  };
  const update = (
    table: 'accounts' | 'connections' | 'members' | 'webhooks',
    Key: Record<string, string>,
    name: string,
    value: unknown,
  ) =>
    chain.stores.db.send(
      new UpdateCommand({
        TableName: chain.stores.tables[table],
        Key,
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );

  it.each(Object.keys(losses))('after %s, at the first attempt and at a retry', async (loss) => {
    const { webhook_id } = await subscribe();
    const [first, second] = [await submit(), await submit()];
    const [retried = ''] = await fanOut(first);
    status = 500;
    expect(await attempt(retried, first)).toMatchObject({ kind: 'wait' });
    const [fresh = ''] = await fanOut(second);
    const before = callback.events.length;
    await losses[loss]!(webhook_id);
    status = 204;
    expect(await attempt(fresh, second)).toEqual({ kind: 'finished' });
    const later = { ...chain.deps, now: () => Date.now() + HOUR / 60 };
    expect(await runNextAttempt(retried, later, chain.config)).toEqual({ kind: 'finished' });
    expect(callback.events).toHaveLength(before);
    expect(await stored(retried)).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('after the key was revoked or has expired', async () => {
    const { body: minted } = await call('createApiKey', {
      key: account.key,
      body: { type: 'management', name: 'Agent', scopes: ['read'] },
    });
    const of = await submit();
    const subscription = await subscribe();
    const Key = { owner_id: form.id, webhook_id: subscription.webhook_id };
    const { tables, db } = chain.stores;
    const { app: _, connection_id: __, ...others } = subscription;
    const key = { key_id: minted.id, key_hash: hashOfKey(minted.key) };
    await db.send(new PutCommand({ TableName: tables.webhooks, Item: { ...others, ...Key, key } }));
    const [id = ''] = await fanOut(of);
    const before = callback.events.length;
    expect(await attempt(id, of)).toEqual({ kind: 'finished' });
    expect(callback.events).toHaveLength(before + 1);
    await call('revokeApiKey', { key: account.key, path: { id: minted.id } });
    const next = await submit();
    const [refused = ''] = await fanOut(next);
    await attempt(refused, next);
    expect(callback.events).toHaveLength(before + 1);
  });

  it('for submissions that arrive after the subscription has ended', async () => {
    await subscribe(form.id, -1);
    expect(await fanOut(await submit())).toEqual([]);
  });
});

describe('an attempt to notify an agent', () => {
  let meter: DynamoDbMeter;
  let deps: typeof chain.deps;

  beforeEach(async () => {
    meter = await meterOf(chain.stores.endpoint);
    const { tables } = chain.stores;
    const client = new DynamoDBClient({
      endpoint: meter.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const clients = { db: DynamoDBDocumentClient.from(client), items: itemsOf(client) };
    const deliveries = deliveryStore(clients, tables.deliveries);
    deps = {
      ...chain.deps,
      createDelivery: deliveries.create,
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
      findWebhook: liveWebhookStore(clients, tables).find,
      findSubmission: submissionStore(clients.db, tables.submissions).find,
      isSuspended: accountStatusStore(clients.db, tables.accounts).isSuspended,
      health: endpointHealthStore(clients.db, tables),
    };
  });
  afterEach(() => meter.stop());

  /** Makes an attempt and returns its calls to DynamoDB in alphabetical order and its read units. */
  async function costOf(webhookId: string, of: Submission, { isRetry = false } = {}) {
    meter.take();
    const first = {
      created_at: new Date().toISOString(),
      submission: { ...of, received_at: new Date().toISOString() },
    };
    await runNextAttempt(
      deliveryIdOf(webhookId, of.submission_id),
      isRetry ? { ...deps, now: () => Date.now() + HOUR / 60 } : deps,
      chain.config,
      isRetry ? {} : { first },
    );
    const calls = meter.take();
    const reads = calls.filter(({ operation }) => operation.includes('Get'));
    return {
      calls: calls.map(({ operation }) => operation).sort(),
      read: reads.reduce((sum, { units }) => sum + units, 0),
    };
  }

  it('makes as many calls as an attempt to call a webhook, except for the first event of a subscription', async () => {
    const webhook = await chain.newWebhook(callback.url, form.id);
    const subscription = await subscribe();
    const [first, second] = [await submit(), await submit()];
    expect(await costOf(webhook.webhook_id, first)).toEqual({
      calls: ['GetItem', 'PutItem', 'PutItem'],
      read: 1,
    });
    // Besides the subscription, the same call reads the account, the connection, the member, the app and the
    // form. The first event needs another read to determine whose access to check.
    expect(await costOf(subscription.webhook_id, first)).toEqual({
      calls: ['BatchGetItem', 'GetItem', 'PutItem', 'PutItem'],
      read: 6,
    });
    expect(await costOf(subscription.webhook_id, second)).toEqual({
      calls: ['BatchGetItem', 'PutItem', 'PutItem'],
      read: 6,
    });
  });

  it('makes one call less than a webhook when it is repeated', async () => {
    const webhook = await chain.newWebhook(callback.url, form.id);
    const subscription = await subscribe();
    const of = await submit();
    status = 503;
    for (const { webhook_id } of [webhook, subscription]) await costOf(webhook_id, of);
    status = 204;
    // Reads the delivery, the webhook, the submission and the account.
    expect(await costOf(webhook.webhook_id, of, { isRetry: true })).toEqual({
      calls: ['GetItem', 'GetItem', 'GetItem', 'GetItem', 'PutItem', 'PutItem'],
      read: 4,
    });
    expect(await costOf(subscription.webhook_id, of, { isRetry: true })).toEqual({
      calls: ['BatchGetItem', 'GetItem', 'GetItem', 'PutItem', 'PutItem'],
      read: 8,
    });
  });

  it('shares its read with the other attempts for the same form at this time', async () => {
    const { webhook_id } = await subscribe();
    await costOf(webhook_id, await submit());
    const ofs = [await submit(), await submit(), await submit()];
    meter.take();
    const found = ofs.map(() => deps.findWebhook(form.id, webhook_id, form.id));
    expect(await Promise.all(found)).toEqual(
      ofs.map(() => expect.objectContaining({ form_name: 'Contact' })),
    );
    expect(meter.take().map(({ operation }) => operation)).toEqual(['BatchGetItem']);
  });
});
