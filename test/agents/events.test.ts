/** Tests the MCP methods `events/list` and `events/subscribe`. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import {
  NAME,
  secretOf,
  SECRET,
  service,
  meter,
  callback,
  account,
  form,
  ask,
  subscription,
  subscribe,
  listed,
} from './events-fixture.ts';

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
