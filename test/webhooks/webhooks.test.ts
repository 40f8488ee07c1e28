import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { newAccount } from '../support/samples/accounts.ts';
import type { Answered } from '../support/service/handlers.ts';
import {
  stores,
  call,
  newForm,
  account,
  form,
  receiver,
  create,
  change,
  list,
  deliveries,
  ping,
  TIME,
  SECRET,
  signatureOf,
  tellingReceiver,
} from './webhooks-fixture.ts';

const createWith = (url: string, more: object): Promise<Answered> =>
  call('createWebhook', { key: account.key, path: { id: form.id }, body: { url, ...more } });

describe('POST /v1/forms/:id/webhooks', () => {
  it('returns the secret only once', async () => {
    const { status, body } = await create('https://hooks.example.org/in');
    expect(status).toBe(201);
    const { secret, ...shown } = body;
    expect(secret).toEqual(SECRET);
    expect(shown).toEqual({
      id: expect.stringMatching(/^wh_/),
      form_id: form.id,
      signing: 'hmac',
      events: ['submission.created'],
      public_key: null,
      previous_public_key: null,
      previous_until: null,
      url: 'https://hooks.example.org/in',
      name: null,
      format: 'standard',
      filter: null,
      header_names: [],
      connection: null,
      enabled: true,
      failing_since: null,
      kind: 'webhook',
      ends_at: null,
      auto_recover: false,
      health: { state: 'idle', failing_since: null, success_rate_24h: null, last_failure: null },
      disabled_reason: null,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(await list()).toEqual([shown]);
  });

  it('keeps a filter until it is changed or removed', async () => {
    const filter = { all: [{ field: 'topic', op: 'equals', value: 'sales' }] };
    const url = 'https://hooks.example.org/filtered';
    const { body } = await createWith(url, { filter });
    expect(body.filter).toEqual(filter);
    expect((await change(body.id, { name: 'Sales' })).body.filter).toEqual(filter);
    const any = { any: [{ field: '$files', op: 'greater_than', value: 1e300 }] };
    expect((await change(body.id, { filter: any })).body.filter).toEqual(any);
    expect((await list()).map((each) => each.filter)).toContainEqual(any);
    expect((await change(body.id, { filter: null })).body.filter).toBeNull();
    const refused = await change(body.id, {
      filter: { all: [...filter.all, { field: 'a', op: 'matches', value: '(' }] },
    });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'filter.all.1.value']);
  });

  it('allows ten webhooks per form, even if requests race, and one more after a deletion', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => create(`https://hooks.example.org/${index}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect([refused.status, refused.body.type]).toEqual([409, 'http://api.test/problems/conflict']);
    const [first] = await list();
    await call('deleteWebhook', { key: account.key, path: { id: first.id } });
    expect((await create('https://hooks.example.org/again')).status).toBe(201);
  });

  it('refuses a URL that the form already uses and names the webhook that uses it', async () => {
    const { body: first } = await create('https://hooks.example.org/in');
    const { body: second } = await create('https://hooks.example.org/out');
    const problem = {
      status: 409,
      body: { type: 'http://api.test/problems/conflict', webhook_id: first.id },
    };
    expect(await create('https://hooks.example.org/in')).toMatchObject(problem);
    expect(await change(second.id, { url: 'https://hooks.example.org/in' })).toMatchObject(problem);
    expect(await change(first.id, { url: 'https://hooks.example.org/in' })).toMatchObject({ status: 200 });
    await newForm('Other');
    expect((await create('https://hooks.example.org/in')).status).toBe(201);
  });

  it.each([
    ['without a scheme', 'hooks.example.org'],
    ['with another scheme', 'ftp://hooks.example.org/'],
    ['with a password', 'https://ada:secret@hooks.example.org/'],
    ['that is empty', ''],
    ['that is too long', `https://hooks.example.org/${'x'.repeat(2048)}`],
  ])('refuses a URL %s', async (_, url) => {
    const { status, body } = await create(url);
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe('url');
    expect(await list()).toEqual([]);
  });
});

describe('custom headers', () => {
  const headers = { Authorization: 'Bearer geheim-0815', 'X-Team': 'a "quoted" one' };
  it('are sent with each request, but only their names are shown', async () => {
    const sent: Record<string, unknown>[] = [];
    const server = http
      .createServer((request, response) => {
        sent.push(request.headers);
        request.resume().on('end', () => response.end(JSON.stringify(request.headers)));
      })
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { status, body } = await createWith(url, { name: ' My list ', headers });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'My list', header_names: ['authorization', 'x-team'] });
    expect(body).not.toHaveProperty('headers');
    expect((await ping(body.id)).body).toEqual({ status_code: 200, ok: true });
    expect(sent).toMatchObject([
      { authorization: 'Bearer geheim-0815', 'x-team': 'a "quoted" one', 'user-agent': 'svc-Webhooks/1' },
    ]);
    const shown = JSON.stringify([await list(), await deliveries(body.id)]);
    expect(shown).toContain('[redacted]');
    for (const secret of ['geheim-0815', 'quoted']) expect(shown).not.toContain(secret);
    expect((await change(body.id, { headers: { 'x-other': '1' } })).body.header_names).toEqual(['x-other']);
    await ping(body.id);
    expect(sent[1]).not.toHaveProperty('authorization');
    expect((await change(body.id, { headers: {}, name: null })).body).toMatchObject({
      header_names: [],
      name: null,
    });
    server.close();
    await once(server, 'close');
  });

  it("aren't sent to a new host unless they are set again", async () => {
    const set = { headers: { authorization: 'Bearer geheim-0815' } };
    const { body } = await createWith('https://hooks.example.org/a', set);
    for (const url of [
      'https://evil.example/a',
      'https://hooks.example.org:8443/a',
      'http://hooks.example.org/a',
    ]) {
      const refused = await change(body.id, { url, enabled: true });
      expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, 'url']);
    }
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: body.id, url: 'https://hooks.example.org/a' }),
    );
    expect((await change(body.id, { url: 'https://HOOKS.example.org/b' })).status).toBe(200);
    expect((await change(body.id, { url: 'https://other.example/a', headers: {} })).status).toBe(200);
    expect((await change(body.id, { url: 'https://another.example/a' })).status).toBe(200);
    expect((await change(body.id, { url: 'https://hooks.example.org/a', ...set })).body.header_names).toEqual(
      ['authorization'],
    );
  });

  it.each([
    ['the host', { Host: 'other.example' }],
    ['the connection', { Connection: 'close' }],
    ['the body', { 'Content-Length': '1' }],
    ['the signature', { 'X-Svc-Signature': 'x' }],
    ['Standard Webhooks', { 'webhook-id': 'x' }],
    ['the sender', { 'user-agent': 'x' }],
    ['no valid name', { 'a b': 'x' }],
    ['a line break', { 'x-a': 'x\r\nx-b: y' }],
    ['a non-ASCII value', { 'x-a': 'é' }],
    ['an empty value', { 'x-a': '' }],
    ['a value that starts with a space', { 'x-a': ' x' }],
    ['a value of 1001 characters', { 'x-a': 'x'.repeat(1001) }],
    ['the same name twice', { 'x-a': '1', 'X-A': '2' }],
    ['eleven names', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, '1']))],
  ])('are refused with %s', async (_, wrong) => {
    const { status, body } = await createWith('https://hooks.example.org/', { headers: wrong });
    expect(status).toBe(422);
    expect(body.errors[0].path).toMatch(/^headers/);
    expect(await list()).toEqual([]);
  });

  it('can have ten entries of a thousand characters each', async () => {
    const ten = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`x-${index}`, 'x'.repeat(1000)]),
    );
    expect((await createWith('https://hooks.example.org/', { headers: ten })).status).toBe(201);
  });
});

describe('a chat format', () => {
  it.each([
    ['slack', { text: 'Test ping', blocks: [{ type: 'section' }] }],
    ['discord', { allowed_mentions: { parse: [] }, embeds: [{ title: 'Test ping' }] }],
    ['teams', { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }] }],
  ])('%s replaces the envelope but keeps the headers and signatures', async (format, expected) => {
    const sent: { headers: Record<string, string>; bytes: Buffer }[] = [];
    const server = http
      .createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          sent.push({ headers: request.headers as Record<string, string>, bytes: Buffer.concat(chunks) });
          response.writeHead(204).end();
        });
      })
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { body: made } = await create(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect((await change(made.id, { format })).body).toMatchObject({ format });
    expect((await ping(made.id)).body).toEqual({ status_code: 204, ok: true });
    const [got] = sent;
    expect(JSON.parse(got!.bytes.toString())).toMatchObject(expected);
    expect(got!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event': 'webhook.test',
      'x-svc-signature': `sha256=${createHmac('sha256', made.secret).update(got!.bytes).digest('hex')}`,
    });
    expect(() => new Webhook(made.secret).verify(got!.bytes.toString(), got!.headers)).not.toThrow();
    server.close();
    await once(server, 'close');
  });

  it('must be one of the four supported formats', async () => {
    const { body: made } = await create('https://hooks.example.org/in');
    expect(await change(made.id, { format: 'irc' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'format' }] },
    });
  });
});

describe('PATCH /v1/webhooks/:id', () => {
  it.each([
    [{ enabled: false }, { enabled: false }],
    [{ url: 'https://new.example.org/' }, { url: 'https://new.example.org/' }],
    [
      { url: 'https://new.example.org/', enabled: false, rotate_secret: false },
      { url: 'https://new.example.org/', enabled: false },
    ],
    [{}, {}],
  ])('changes only the property in %j', async (patch, changed) => {
    const { body: made } = await create('https://hooks.example.org/');
    const { status, body } = await change(made.id, patch);
    const { secret: _, ...shown } = made;
    const health = { ...shown.health, state: 'enabled' in changed && !changed.enabled ? 'disabled' : 'idle' };
    expect([status, body]).toEqual([200, { ...shown, ...changed, health, updated_at: TIME }]);
    expect(await list()).toEqual([body]);
  });

  it('rotates the secret along with other changes and shows the new one only once', async () => {
    const { body: made } = await create('https://hooks.example.org/');
    const { body } = await change(made.id, { rotate_secret: true, enabled: false });
    expect(body.secret).toEqual(SECRET);
    expect(body.secret).not.toBe(made.secret);
    expect(body.enabled).toBe(false);
    expect((await change(made.id, { enabled: true })).body).not.toHaveProperty('secret');
    expect(JSON.stringify(await list())).not.toContain('whsec_');
  });

  it('has a key pair while signing uses one, rotates it with the secret, and keeps it while it is turned off', async () => {
    const { body: made } = await create('https://hooks.example.org/');
    expect(made).toMatchObject({ signing: 'hmac', public_key: null, previous_public_key: null });
    const PUBLIC = expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const { body: on } = await change(made.id, { signing: 'hmac+ed25519' });
    expect(on).toMatchObject({ signing: 'hmac+ed25519', public_key: PUBLIC, previous_until: null });
    expect(on).not.toHaveProperty('secret');
    expect((await change(made.id, { signing: 'hmac' })).body.public_key).toBeNull();
    const { body: again } = await change(made.id, { signing: 'hmac+ed25519' });
    expect(again.public_key).toBe(on.public_key);
    const before = Date.now();
    const { body: rotated } = await change(made.id, { rotate_secret: true });
    expect(rotated).toMatchObject({ public_key: PUBLIC, previous_public_key: on.public_key, secret: SECRET });
    expect(rotated.public_key).not.toBe(on.public_key);
    const overlap = Date.parse(rotated.previous_until) - before;
    expect(overlap).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(overlap).toBeLessThan(24 * 3_600_000 + 60_000);
    expect(JSON.stringify([rotated, await list()])).not.toContain('whsk_');
    expect(await change(made.id, { signing: 'rsa' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'signing' }] },
    });
  });

  it.each([
    [{ url: 'ftp://hooks.example.org/' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ rotate_secret: 1 }, 'rotate_secret'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('refuses %j and changes nothing', async (patch, path) => {
    const { body: made } = await create('https://hooks.example.org/');
    const { status, body } = await change(made.id, { enabled: false, ...patch });
    expect(status).toBe(422);
    expect(body.errors.map((error: any) => error.path)).toContain(path);
    expect(await list()).toMatchObject([{ url: made.url, enabled: true }]);
  });

  it("responds with 404 for an unknown webhook and for another account's", async () => {
    const { body: made } = await create('https://hooks.example.org/');
    const other = await newAccount(stores);
    for (const answer of [
      await change('wh_00000000000000000000', { enabled: false }),
      await change('nonsense', { enabled: false }),
      await change(made.id, { rotate_secret: true }, other.key),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { type: 'http://api.test/problems/not-found' } });
    }
    expect(await list()).toMatchObject([{ enabled: true }]);
  });
});

describe('DELETE /v1/webhooks/:id', () => {
  it('responds with 204 without a body and with 404 afterwards', async () => {
    const { body: made } = await create('https://hooks.example.org/');
    const remove = (key = account.key) => call('deleteWebhook', { key, path: { id: made.id } });
    const other = await newAccount(stores);
    expect((await remove(other.key)).status).toBe(404);
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await list()).toEqual([]);
    expect((await remove()).status).toBe(404);
    expect((await change(made.id, { enabled: true })).status).toBe(404);
    expect((await ping(made.id)).status).toBe(404);
  });
});

describe('a rotated secret', () => {
  it('is used together with the old one right away, as Standard Webhooks libraries expect', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    const { body: rotated } = await change(made.id, { rotate_secret: true });
    await ping(made.id);
    const [got] = await target.until(1);
    expect(got!.headers['x-svc-signature']).toBe(signatureOf(got!, rotated.secret));
    expect(String(got!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    const standard = got!.headers as Record<string, string>;
    for (const secret of [made.secret, rotated.secret]) {
      expect(new Webhook(secret).verify(got!.bytes.toString(), standard)).toEqual(got!.body);
    }
  });

  it('never appears in a delivery log, even if the endpoint echoes it', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    const { body: rotated } = await change(made.id, { rotate_secret: true });
    const telling = await tellingReceiver(`${made.secret} ${rotated.secret.slice(6)} ${account.key}`);
    await change(made.id, { url: telling.url });
    await ping(made.id);
    const [delivery] = await deliveries(made.id);
    expect(delivery.log[0].response_excerpt).toBe('[redacted] [redacted] [redacted]');
    await telling.stop();
  });
});
