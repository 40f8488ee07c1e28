/** Tests how agents subscribe to events, on emulators and with callbacks over real HTTP. */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { startAgentCallback, type AgentCallback } from '../support/receivers/agent-callback.ts';
import { agentOn } from '../support/service/agent.ts';
import { handlersOn } from '../support/service/handlers.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { meterOf, type DynamoDbMeter } from '../support/emulators/dynamodb-meter.ts';
import { startStores } from '../support/emulators/stores.ts';
import { challengeCounter } from '../../lambdas/agents/events/challenge.ts';
import { hashOfKey } from '../../lambdas/auth/keys/api-key.ts';
import { putItems } from '../../lambdas/aws/batch-delete.ts';
import { idOfSubscription, newSubscription } from '../../lambdas/webhooks/subscriptions/subscription.ts';

const NAME = 'submission.created';
const secretOf = (fill: number, length = 32): string =>
  `whsec_${Buffer.alloc(length, fill).toString('base64')}`;
const SECRET = secretOf(1);

let service: Pick<TestOperations, 'stores' | 'call'>;
let meter: DynamoDbMeter;
let callback: AgentCallback;
let account: TestAccount;
let form: { id: string };

beforeAll(async () => {
  const stores = await startStores();
  meter = await meterOf(stores.endpoint);
  const variables = { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true', TIME_SCALE: '1' };
  service = { stores, call: handlersOn({ ...stores, endpoint: meter.endpoint }, variables) };
  callback = await startAgentCallback();
});
afterAll(async () => {
  await callback.stop();
  await meter.stop();
  await service.stores.stop();
});
beforeEach(async () => {
  account = await newAccount(service.stores, { plan: 'team' });
  form = (await service.call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});

/** Sends a message and returns its result, or its error with the HTTP status. */
async function ask(method: string, params: Record<string, unknown> = {}, key = account.key): Promise<any> {
  const { status, body } = await agentOn(service.call, key).ask(method, params);
  return body.result ?? { status, ...(body.error ?? body) };
}
const subscription = (url = callback.url, more: Record<string, unknown> = {}) => ({
  name: NAME,
  arguments: {},
  delivery: { mode: 'webhook', url, secret: SECRET },
  cursor: null,
  ...more,
});
const subscribe = (params = subscription(), key = account.key) => ask('events/subscribe', params, key);
const listed = async (path: 'listAccountWebhooks' | 'listWebhooks', query: Record<string, string> = {}) =>
  (await service.call(path, { key: account.key, path: { id: form.id }, query })).body.data as any[];

it('reads nothing for tools/list and events/list but the caller', async () => {
  const { accounts, apiKeys } = service.stores.tables;
  await ask('tools/list');
  await ask('events/list');
  meter.take();
  for (const method of ['tools/list', 'events/list']) {
    await ask(method);
    const calls = meter.take().flatMap(({ operation, tables: [table] }) => `${operation} ${table}`);
    expect([method, ...calls.toSorted()]).toEqual([method, `GetItem ${accounts}`, `GetItem ${apiKeys}`]);
  }
});

describe('events/list', () => {
  it('describes the event and its schemas', async () => {
    const { events, ttlMs, resultType } = await ask('events/list');
    expect([events.length, ttlMs, resultType]).toEqual([1, 300_000, 'complete']);
    expect(events[0]).toMatchObject({
      name: NAME,
      delivery: ['webhook'],
      inputSchema: { type: 'object', additionalProperties: false, properties: { form_id: {}, filter: {} } },
      payloadSchema: {
        type: 'object',
        properties: {
          payload: { type: 'object', additionalProperties: { type: 'string' } },
          truncated: { type: 'boolean' },
        },
      },
    });
  });

  it("describes a form's declared fields", async () => {
    const body = {
      name: 'Order',
      fields: [
        { name: 'size', label: 'Your size', type: 'choice', options: ['small', 'large'], required: true },
        { name: 'photo', type: 'file' },
      ],
    };
    const { id } = (await service.call('createForm', { key: account.key, body })).body;
    const { events } = await ask('events/list', { arguments: { form_id: id } });
    expect(events[0].payloadSchema.properties.payload).toMatchObject({
      properties: { size: { type: 'string', title: 'Your size', examples: ['small', 'large'] } },
      additionalProperties: { type: 'string' },
    });
    expect(events[0].payloadSchema.properties.payload.properties).not.toHaveProperty('photo');
  });

  it('refuses cursors and forms that belong to other accounts', async () => {
    expect(await ask('events/list', { cursor: 'x' })).toMatchObject({ status: 200, code: -32602 });
    const { key } = await newAccount(service.stores);
    expect(await ask('events/list', { arguments: { form_id: form.id } }, key)).toMatchObject({
      status: 200,
      code: -32011,
      data: { kind: 'event' },
    });
    expect(await ask('events/list', { arguments: { form: 1 } })).toMatchObject({ code: -32602 });
  });
});

describe('events/subscribe', () => {
  it('verifies the callback and creates a webhook that members can see and delete', async () => {
    const before = Date.now();
    const params = subscription(`${callback.url}?first`, { arguments: { form_id: form.id } });
    const result = await subscribe(params);
    expect(result).toMatchObject({
      resultType: 'complete',
      id: expect.stringMatching(/^evs_[0-9A-Z]{26}$/),
      cursor: null,
      truncated: false,
    });
    const ttl = Date.parse(result.refreshBefore) - before;
    expect(ttl).toBeGreaterThan(86_399_000);
    expect(ttl).toBeLessThan(86_410_000);

    const sent = callback.challenges.at(-1)!;
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_verification_/),
      'x-mcp-subscription-id': result.id,
    });
    expect(Object.keys(sent.body)).toEqual(['type', 'challenge']);
    new Webhook(SECRET).verify(sent.text, sent.headers as Record<string, string>);

    const shown = {
      id: result.id,
      kind: 'mcp',
      form_id: form.id,
      url: `${callback.url}?first`,
      name: 'First key',
      ends_at: result.refreshBefore,
      enabled: true,
      connection: null,
      events: [NAME],
    };
    const get = () => service.call('getWebhook', { key: account.key, path: { id: result.id } });
    expect((await get()).body).toMatchObject(shown);
    expect((await get()).body).not.toHaveProperty('secret');
    expect(await listed('listAccountWebhooks')).toMatchObject([shown]);
    expect(await listed('listAccountWebhooks', { scope: 'all' })).toMatchObject([shown]);
    expect(await listed('listWebhooks')).toMatchObject([shown]);
    const deliveries = await service.call('listDeliveries', { key: account.key, path: { id: result.id } });
    expect([deliveries.status, deliveries.body.data]).toEqual([200, []]);

    const change = { key: account.key, path: { id: result.id } };
    for (const [name, body] of [
      ['updateWebhook', { enabled: false }],
      ['testWebhook', undefined],
      ['recoverWebhook', { since: new Date().toISOString() }],
    ] as const)
      expect([name, (await service.call(name, { ...change, body })).status]).toEqual([name, 409]);
    expect((await service.call('deleteWebhook', change)).status).toBe(204);
    expect((await get()).status).toBe(404);
    expect(await listed('listAccountWebhooks')).toEqual([]);
  });

  it('works for clients that use older versions', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'events/subscribe', params: subscription() };
    const answered = await service.call('mcp', { key: account.key, body });
    expect(Object.keys(answered.body.result)).toEqual(['id', 'refreshBefore', 'cursor', 'truncated']);
  });

  it('keeps the id without a new challenge when repeated, whatever the order of arguments', async () => {
    const filter = { all: [{ field: 'topic', op: 'equals', value: 'sales' }] };
    const url = `${callback.url}?same`;
    const first = await subscribe(subscription(url, { arguments: { form_id: form.id, filter } }));
    const challenges = callback.challenges.length;
    const reordered = {
      filter: { all: [{ value: 'sales', op: 'equals', field: 'topic' }] },
      form_id: form.id,
    };
    const again = await subscribe(subscription(url, { arguments: reordered, ttlMs: 3_600_000 }));
    expect(again.id).toBe(first.id);
    expect(Date.parse(again.refreshBefore)).toBeLessThan(Date.now() + 3_601_000);
    const others = [
      await subscribe(subscription(url, { arguments: { form_id: form.id } })),
      await subscribe(subscription(url)),
      await subscribe(subscription(`${url}&other`, { arguments: reordered })),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
    expect(callback.challenges).toHaveLength(challenges + 1);
    expect(await listed('listAccountWebhooks')).toHaveLength(4);
  });

  it.each([
    [null, 86_400_000],
    [1, 600_000],
    [600_001, 600_001],
    [7 * 86_400_000, 86_400_000],
  ])('turns a requested lifetime of %p ms into %d ms', async (ttlMs, lasts) => {
    const before = Date.now();
    const { refreshBefore } = await subscribe(subscription(callback.url, { ttlMs }));
    expect(Date.parse(refreshBefore)).toBeGreaterThanOrEqual(before + lasts);
    expect(Date.parse(refreshBefore)).toBeLessThan(Date.now() + lasts + 1);
  });

  it('keeps the previous secret valid for 24 hours when the secret changes', async () => {
    const { id } = await subscribe();
    const rotated = subscription(callback.url, {
      delivery: { mode: 'webhook', url: callback.url, secret: secretOf(2) },
    });
    expect((await subscribe(rotated)).id).toBe(id);
    const Key = { owner_id: account.accountId, webhook_id: id };
    const { Item } = await service.stores.db.send(
      new GetCommand({ TableName: service.stores.tables.webhooks, Key }),
    );
    expect(Item).toMatchObject({ secret: secretOf(2), previous_secret: SECRET });
    const overlap = Date.parse(Item!['previous_until']) - Date.now();
    expect(overlap).toBeGreaterThan(86_390_000);
    expect(overlap).toBeLessThan(86_401_000);
  });

  it.each([
    ['no name', { name: undefined }, -32602],
    ['another event', { name: 'submission.updated' }, -32011],
    ['a name of the wrong type', { name: 7 }, -32602],
    ['an unknown argument', { arguments: { form: 'x' } }, -32602],
    ['arguments that are a list', { arguments: [] }, -32602],
    ["a form that doesn't exist", { arguments: { form_id: 'frm_0000000000' } }, -32011],
    ['no form ID', { arguments: { form_id: 'contact' } }, -32011],
    ['an invalid filter', { arguments: { filter: { all: [{ field: 'a', op: 'is' }] } } }, -32602],
    [
      'an invalid pattern',
      { arguments: { filter: { all: [{ field: 'a', op: 'matches', value: '(' }] } } },
      -32602,
    ],
    ['a lifetime of 0', { ttlMs: 0 }, -32602],
    ['a cursor of the wrong type', { cursor: 1 }, -32602],
    ['a negative age', { maxAgeMs: -1 }, -32602],
    ['no delivery', { delivery: undefined }, -32602],
  ])('refuses %s', async (_, more, code) => {
    expect(await subscribe(subscription(callback.url, more))).toMatchObject({ status: 200, code });
  });

  it.each([
    ['another mode', { mode: 'poll' }, -32014],
    ['an invalid URL', { url: 'callback' }, -32602],
    ['a fragment', { url: 'https://hooks.example.org/in#part' }, -32602],
    ['a user name', { url: 'https://ada:pw@hooks.example.org/in' }, -32602],
    ['another protocol', { url: 'ftp://hooks.example.org/in' }, -32602],
    ['a URL of the service', { url: 'http://api.test/v1/f/contact' }, -32602],
    ['a long URL', { url: `https://hooks.example.org/${'a'.repeat(2048)}` }, -32602],
    ['a secret without the prefix', { secret: Buffer.alloc(32).toString('base64') }, -32602],
    ['a short secret', { secret: secretOf(1, 23) }, -32602],
    ['a long secret', { secret: secretOf(1, 65) }, -32602],
    ['a secret that is not base64', { secret: `whsec_${'*'.repeat(44)}` }, -32602],
  ])('refuses delivery with %s', async (_, more, code) => {
    const delivery = { mode: 'webhook', url: callback.url, secret: SECRET, ...more };
    const challenges = callback.challenges.length;
    const refused = await subscribe(subscription(callback.url, { delivery }));
    expect(refused).toMatchObject({ status: 200, code });
    if (code === -32014) expect(refused.data).toEqual({ feature: 'deliveryMode', value: 'poll' });
    expect(callback.challenges).toHaveLength(challenges);
  });

  it('needs the read scope', async () => {
    const { key } = await newKey(service.stores, account.accountId, 'management', { scopes: ['write'] });
    expect(await subscribe(subscription(), key)).toMatchObject({ status: 200, code: -32012 });
    expect(await ask('events/list', {}, key)).toMatchObject({ events: [] });
  });
});

describe('a challenge', () => {
  const failing = async (respond: Parameters<typeof startAgentCallback>[0]) => {
    const other = await startAgentCallback(respond);
    const answered = await subscribe(subscription(other.url));
    await other.stop();
    return answered;
  };

  it.each([
    ['500', 'http_5xx'],
    ['401', 'http_4xx'],
    ['302', 'challenge_failed'],
  ])('fails with the status %s', async (status, reason) => {
    const answered = await failing((_, response) =>
      response.writeHead(Number(status), { location: callback.url }).end(),
    );
    expect(answered).toMatchObject({ status: 200, code: -32015, data: { reason } });
    expect(await listed('listAccountWebhooks')).toEqual([]);
  });

  it("fails if the response is empty, isn't JSON, or belongs to another challenge", async () => {
    await subscribe();
    const earlier = callback.challenges.at(-1)!.body.challenge;
    for (const text of ['', 'challenge', '{}', '"x"', JSON.stringify({ challenge: earlier })])
      expect(await failing((_, response) => response.end(text))).toMatchObject({
        code: -32015,
        data: { reason: 'challenge_failed' },
      });
  });

  it('fails if nothing is listening', async () => {
    const other = await startAgentCallback();
    await other.stop();
    expect(await subscribe(subscription(other.url))).toMatchObject({
      code: -32015,
      data: { reason: 'connection_refused' },
    });
  });

  it('fails after five seconds', async () => {
    const started = Date.now();
    const answered = await failing(() => undefined);
    expect(answered).toMatchObject({ code: -32015, data: { reason: 'timeout' } });
    expect(Date.now() - started).toBeLessThan(8000);
  });

  it('is sent at most 60 times a minute to a host, but without a limit to the local machine', async () => {
    const host = 'nowhere.invalid';
    const { counters } = service.stores.tables;
    for (const at of [Date.now(), Date.now() + 60_000]) {
      const { counter, limit, expiresAt } = challengeCounter(host, at);
      expect(limit).toBe(60);
      const Item = { counter, used: 60, expires_at: expiresAt };
      await service.stores.db.send(new PutCommand({ TableName: counters, Item }));
    }
    expect(await subscribe(subscription(`https://${host}/in`))).toMatchObject({
      code: -32013,
      data: { limit: 'challenges', max: 60 },
    });
    const count = callback.challenges.length;
    for (let at = 0; at < 61; at += 1)
      await ask('events/unsubscribe', subscription(`${callback.url}?host${at}`));
    await subscribe(subscription(`${callback.url}?host`));
    expect(callback.challenges).toHaveLength(count + 1);
  });
});

describe('the limits', () => {
  it('allow 20 subscriptions per key, even when more are requested at once', async () => {
    const challenges = callback.challenges.length;
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, at) => subscribe(subscription(`${callback.url}?many${at}`))),
    );
    expect(all.filter(({ id }) => id !== undefined)).toHaveLength(20);
    expect(callback.challenges.length - challenges).toBeLessThanOrEqual(40);
    for (const each of all.filter(({ id }) => id === undefined))
      expect(each).toMatchObject({ code: -32013, data: { limit: 'subscriptions', max: 20 } });
    expect(await listed('listAccountWebhooks', { limit: '100' })).toHaveLength(20);
    // Renewals don't count towards the limit, and each key has a separate limit.
    const [kept] = all.filter(({ id }) => id !== undefined);
    const index = all.indexOf(kept);
    expect((await subscribe(subscription(`${callback.url}?many${index}`))).id).toBe(kept.id);
    const { key } = await newKey(service.stores, account.accountId, 'management');
    expect(await subscribe(subscription(), key)).toHaveProperty('id');
    await ask('events/unsubscribe', subscription(`${callback.url}?many${index}`));
    expect(await subscribe(subscription(`${callback.url}?many`))).toHaveProperty('id');
  });

  /** Stores 20 subscriptions of a key that end at this time. Returns their ids. */
  async function fill({ id, key }: { id: string; key: string }, endsAt: string): Promise<string[]> {
    const caller = {
      type: 'key',
      key_type: 'management',
      key_id: id,
      key_hash: hashOfKey(key),
      account_id: account.accountId,
      name: 'Test',
      scopes: ['read'],
      cursor_key: '',
    } as const;
    const rows = Array.from({ length: 20 }, (_, at) => {
      const url = `${callback.url}?${at}`;
      const of = { accountId: account.accountId, formId: undefined, filter: undefined, url };
      const request = { ...of, secret: SECRET, ttlMs: undefined };
      return newSubscription(caller, idOfSubscription(id, of), request, endsAt, Date.now());
    });
    await putItems(
      service.stores.db,
      service.stores.tables.webhooks,
      rows.map((row) => ({ ...row })),
    );
    return rows.map(({ webhook_id }) => webhook_id);
  }

  it('allow 100 subscriptions per account, and delete those that have ended', async () => {
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => newKey(service.stores, account.accountId, 'management')),
    );
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const ids = await Promise.all(keys.slice(0, 5).map((each) => fill(each, endsAt)));
    const { counters, webhooks } = service.stores.tables;
    const counter = `event-subscriptions#${account.accountId}`;
    const Item = { counter, version: 'first', ids: ids.flat() };
    await service.stores.db.send(new PutCommand({ TableName: counters, Item }));
    const last = keys[5]!.key;
    expect(await subscribe(subscription(), last)).toMatchObject({
      code: -32013,
      data: { limit: 'subscriptions', max: 100 },
    });
    const [revoked] = ids[0]!;
    const Key = { owner_id: account.accountId, webhook_id: revoked };
    const stored = () => service.stores.db.send(new GetCommand({ TableName: webhooks, Key }));
    await service.call('revokeApiKey', { key: account.key, path: { id: keys[0]!.id } });
    // Even if nobody subscribes again, DynamoDB deletes it 31 days after its end.
    const lastDay = Math.floor(Date.parse(endsAt) / 1000) + 31 * 86_400;
    expect((await stored()).Item!['expires_at']).toBeLessThanOrEqual(lastDay + 1);
    expect(await subscribe(subscription(), last)).toHaveProperty('id');
    expect(await listed('listAccountWebhooks', { limit: '100' })).toHaveLength(81);
    expect((await stored()).Item).toBeUndefined();
  });

  it("don't count towards the webhooks of a form", async () => {
    for (let at = 0; at < 12; at += 1)
      await subscribe(subscription(`${callback.url}?form${at}`, { arguments: { form_id: form.id } }));
    const body = { url: `${callback.url}?form0` };
    const made = await service.call('createWebhook', { key: account.key, path: { id: form.id }, body });
    expect([made.status, made.body.kind]).toEqual([201, 'webhook']);
  });
});

describe('a subscription', () => {
  const endNow = (id: string, owner = account.accountId) =>
    service.stores.db.send(
      new UpdateCommand({
        TableName: service.stores.tables.webhooks,
        Key: { owner_id: owner, webhook_id: id },
        UpdateExpression: 'SET ends_at = :past',
        ExpressionAttributeValues: { ':past': '2026-01-01T00:00:00.000Z' },
      }),
    );

  it('is no longer listed after it or its key expires, and can be created again', async () => {
    const { id } = await subscribe();
    await endNow(id);
    expect(await listed('listAccountWebhooks')).toEqual([]);
    expect(await subscribe()).toMatchObject({ id });
    expect(await listed('listAccountWebhooks')).toMatchObject([{ id }]);
    const other = await newKey(service.stores, account.accountId, 'management');
    const { id: others } = await subscribe(subscription(), other.key);
    expect(others).not.toBe(id);
    await service.call('revokeApiKey', { key: account.key, path: { id: other.id } });
    expect(await listed('listAccountWebhooks')).toMatchObject([{ id }]);
    const gone = await service.call('getWebhook', { key: account.key, path: { id: others } });
    expect(gone.status).toBe(404);
  });

  it('ends with events/unsubscribe, which can be repeated', async () => {
    await subscribe();
    for (let times = 0; times < 2; times += 1)
      expect(await ask('events/unsubscribe', subscription())).toEqual({
        resultType: 'complete',
        _meta: expect.anything(),
      });
    expect(await listed('listAccountWebhooks')).toEqual([]);
    expect(await ask('events/unsubscribe', { name: NAME })).toMatchObject({ code: -32602 });
  });

  it('cannot be ended by an agent with another key', async () => {
    await subscribe();
    const { key } = await newKey(service.stores, account.accountId, 'management');
    await ask('events/unsubscribe', subscription(), key);
    expect(await listed('listAccountWebhooks')).toHaveLength(1);
  });

  it('writes an audit row when it is created and when it ends, but not when it is renewed', async () => {
    await subscribe();
    await subscribe();
    await ask('events/unsubscribe', subscription());
    const { body } = await service.call('listAuditLog', { key: account.key, query: {} });
    const rows = body.data.filter(({ target }: any) => target.type === 'webhook');
    expect(rows.map(({ action, tool }: any) => [action, tool])).toEqual([
      ['deleteWebhook', 'events/unsubscribe'],
      ['createAccountWebhook', 'events/subscribe'],
    ]);
  });

  it('is not created for a form that is deleted in the meantime', async () => {
    const slow = await startAgentCallback((received, response) => {
      void service.stores.db
        .send(
          new DeleteCommand({
            TableName: service.stores.tables.forms,
            Key: { account_id: account.accountId, form_id: form.id },
          }),
        )
        .then(() => response.end(JSON.stringify({ challenge: received.body.challenge })));
    });
    const refused = await subscribe(subscription(slow.url, { arguments: { form_id: form.id } }));
    await slow.stop();
    expect(refused).toMatchObject({ code: -32011 });
  });
});
