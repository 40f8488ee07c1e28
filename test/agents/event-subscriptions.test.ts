/** Tests the challenge that verifies a callback, the limits on subscriptions, and how subscriptions end. */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newKey } from '../support/samples/accounts.ts';
import { startAgentCallback } from '../support/receivers/agent-callback.ts';
import { challengeCounter } from '../../lambdas/agents/events/challenge.ts';
import { hashOfKey } from '../../lambdas/auth/keys/api-key.ts';
import { putItems } from '../../lambdas/aws/batch-delete.ts';
import { idOfSubscription, newSubscription } from '../../lambdas/webhooks/subscriptions/subscription.ts';
import {
  NAME,
  SECRET,
  service,
  callback,
  account,
  form,
  ask,
  subscription,
  subscribe,
  listed,
} from './events-fixture.ts';

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

  /** Stores 20 subscriptions for a key, all ending at this time. Returns their ids. */
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
    // Even if nobody subscribes again, DynamoDB deletes it 31 days after it ends.
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
