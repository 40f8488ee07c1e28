import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { endpointHealthStore } from '../../lambdas/webhooks/endpoint-health-store.ts';
import { signingWebhookStore } from '../../lambdas/webhooks/signing-webhook-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { newDelivery, type AttemptOutcome, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { giveUp, startAttempt, recordResult } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let form: { id: string; slug: string };
const open: Receiver[] = [];

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    WEBHOOK_DEADLINE_MS: '1000',
  });
  account = await newAccount(stores, { plan: 'team' });
});
afterAll(() => stores.stop());
beforeEach(async () => {
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.stop()));
});

async function receiver(statusOf?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(statusOf);
  open.push(made);
  return made;
}

const create = (url: string, key = account.key): Promise<Answered> =>
  call('createWebhook', { key, path: { id: form.id }, body: { url } });
const change = (id: string, body: unknown, key = account.key): Promise<Answered> =>
  call('updateWebhook', { key, path: { id }, body });
const list = async (): Promise<any[]> =>
  (await call('listWebhooks', { key: account.key, path: { id: form.id } })).body.data;
const deliveries = async (id: string): Promise<any[]> =>
  (await call('listDeliveries', { key: account.key, path: { id } })).body.data;
const ping = (id: string): Promise<Answered> => call('testWebhook', { key: account.key, path: { id } });
const replay = (id: string, key = account.key): Promise<Answered> =>
  call('replayDelivery', { key, path: { id } });

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

describe('POST /v1/forms/:id/webhooks', () => {
  it('returns the secret, only this once', async () => {
    const { status, body } = await create('https://hooks.example.org/in');
    expect(status).toBe(201);
    const { secret, ...shown } = body;
    expect(secret).toEqual(SECRET);
    expect(shown).toEqual({
      id: expect.stringMatching(/^wh_/),
      form_id: form.id,
      url: 'https://hooks.example.org/in',
      name: null,
      format: 'standard',
      header_names: [],
      connection: null,
      enabled: true,
      failing_since: null,
      health: { state: 'idle', failing_since: null, success_rate_24h: null },
      disabled_reason: null,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(await list()).toEqual([shown]);
  });

  it('allows ten per form, even when requests race, and another one after a deletion', async () => {
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

  it('refuses a URL that the form already uses, and names that webhook', async () => {
    const { body: first } = await create('https://hooks.example.org/in');
    const { body: second } = await create('https://hooks.example.org/out');
    const problem = {
      status: 409,
      body: { type: 'http://api.test/problems/conflict', webhook_id: first.id },
    };
    expect(await create('https://hooks.example.org/in')).toMatchObject(problem);
    expect(await change(second.id, { url: 'https://hooks.example.org/in' })).toMatchObject(problem);
    expect(await change(first.id, { url: 'https://hooks.example.org/in' })).toMatchObject({ status: 200 });
    form = (await call('createForm', { key: account.key, body: { name: 'Other' } })).body;
    expect((await create('https://hooks.example.org/in')).status).toBe(201);
  });

  it.each([
    ['without a scheme', 'hooks.example.org'],
    ['of another scheme', 'ftp://hooks.example.org/'],
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
  const createWith = (url: string, more: object): Promise<Answered> =>
    call('createWebhook', { key: account.key, path: { id: form.id }, body: { url, ...more } });

  it('are sent with each request and shown by name only', async () => {
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

  it("aren't sent to another host, unless they are set again", async () => {
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
    ['another line', { 'x-a': 'x\r\nx-b: y' }],
    ['a value that is not ASCII', { 'x-a': 'é' }],
    ['an empty value', { 'x-a': '' }],
    ['a value that begins with a blank', { 'x-a': ' x' }],
    ['a value of 1001 characters', { 'x-a': 'x'.repeat(1001) }],
    ['one name twice', { 'x-a': '1', 'X-A': '2' }],
    ['eleven names', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, '1']))],
  ])('are refused with %s', async (_, wrong) => {
    const { status, body } = await createWith('https://hooks.example.org/', { headers: wrong });
    expect(status).toBe(422);
    expect(body.errors[0].path).toMatch(/^headers/);
    expect(await list()).toEqual([]);
  });

  it('can be ten, with a thousand characters each', async () => {
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
  ])('%s replaces the envelope, with the same headers and signatures', async (format, expected) => {
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

  it('must be one of the four formats', async () => {
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
  ])('with %j changes only that', async (patch, changed) => {
    const { body: made } = await create('https://hooks.example.org/');
    const { status, body } = await change(made.id, patch);
    const { secret: _, ...shown } = made;
    const health = { ...shown.health, state: 'enabled' in changed && !changed.enabled ? 'disabled' : 'idle' };
    expect([status, body]).toEqual([200, { ...shown, ...changed, health, updated_at: TIME }]);
    expect(await list()).toEqual([body]);
  });

  it('rotates the secret together with other changes, and shows the new one once', async () => {
    const { body: made } = await create('https://hooks.example.org/');
    const { body } = await change(made.id, { rotate_secret: true, enabled: false });
    expect(body.secret).toEqual(SECRET);
    expect(body.secret).not.toBe(made.secret);
    expect(body.enabled).toBe(false);
    expect((await change(made.id, { enabled: true })).body).not.toHaveProperty('secret');
    expect(JSON.stringify(await list())).not.toContain('whsec_');
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
  it('responds with 204 without a body, and with 404 from then on', async () => {
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

describe('POST /v1/webhooks/:id/test', () => {
  it('sends one signed ping and returns the outcome', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    const { status, body } = await ping(made.id);
    expect([status, body]).toEqual([200, { status_code: 200, ok: true }]);

    const [got] = await target.until(1);
    expect(got!.body).toEqual({
      type: 'webhook.test',
      id: expect.stringMatching(/^whd_/),
      created_at: TIME,
      data: { form_id: form.id, sample: true },
    });
    expect(got!.headers).toMatchObject({
      'x-svc-event': 'webhook.test',
      'x-svc-delivery': got!.body.id,
      'x-svc-attempt': '1',
      'x-svc-signature': signatureOf(got!, made.secret),
      'user-agent': 'svc-Webhooks/1',
    });
    expect(await deliveries(made.id)).toMatchObject([
      { id: got!.body.id, event: 'webhook.test', submission_id: null, status: 'succeeded', attempts: 1 },
    ]);
    expect((await call('listSubmissions', { key: account.key, path: { id: form.id } })).body.data).toEqual(
      [],
    );
  });

  it('gets a new id each time', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    await Promise.all([ping(made.id), ping(made.id), ping(made.id)]);
    expect(new Set(target.received.map(({ body }) => body.id)).size).toBe(3);
    expect(await deliveries(made.id)).toHaveLength(3);
  });

  it('is limited to 30 an hour per webhook, even when requests race', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    const { body: other } = await create(`${target.url}other`);
    const all = await Promise.all(Array.from({ length: 34 }, () => ping(made.id)));
    const refused = all.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    expect(target.received).toHaveLength(30);
    for (const { status, body, headers } of refused) {
      expect({ status, type: body.type }).toEqual({
        status: 429,
        type: expect.stringMatching(/\/problems\/rate-limited$/),
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
    }
    expect((await ping(other.id)).status).toBe(200);
  });

  it("reports a refusal, and doesn't retry", async () => {
    const target = await receiver(() => 503);
    const { body: made } = await create(target.url);
    expect((await ping(made.id)).body).toEqual({ status_code: 503, ok: false });
    expect(await deliveries(made.id)).toMatchObject([
      { status: 'failed', attempts: 1, next_attempt_at: null, log: [{ attempt: 1, status_code: 503 }] },
    ]);
  });

  it('works for a disabled webhook', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    await change(made.id, { enabled: false });
    expect((await ping(made.id)).body).toEqual({ status_code: 200, ok: true });
  });

  it('returns 0 and the reason if nothing listens', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    await target.stop();
    open.pop();
    const { status, body } = await ping(made.id);
    expect([status, body]).toEqual([
      200,
      { status_code: 0, ok: false, error: 'The endpoint refused the connection.' },
    ]);
  });

  it('returns 0 and the reason if there is no response in time', async () => {
    const silent = await silentServer();
    const { port } = silent.address() as AddressInfo;
    const { body: made } = await create(`http://127.0.0.1:${port}/`);
    expect((await ping(made.id)).body).toEqual({
      status_code: 0,
      ok: false,
      error: 'No complete response arrived within 1 s.',
    });
    silent.close();
  });
});

it('a test ping answered with Retry-After is an outcome like any other', async () => {
  const server = http
    .createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(503, { 'retry-after': '30' }).end('later'));
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { body: made } = await create(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect((await ping(made.id)).body).toEqual({ status_code: 503, ok: false });
  expect((await deliveries(made.id))[0].log[0]).toMatchObject({
    status_code: 503,
    response_excerpt: 'later',
  });
  server.close();
  await once(server, 'close');
});

describe('a rotated secret', () => {
  it('signs at once, and the old one also signs, for Standard Webhooks libraries', async () => {
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

  it('is never in a delivery log, even if the endpoint echoes it', async () => {
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

describe('POST /v1/deliveries/:id/replay', () => {
  const failure: AttemptOutcome = {
    duration_ms: 5,
    status_code: 500,
    error: 'HTTP 500',
    response_excerpt: null,
  };
  const config = { deadlineMs: 1000, maxAttempts: 5, retryWaitsSeconds: [1, 10, 60, 600, 3600] };

  /** Creates an accepted submission and its delivery after this many failed attempts. */
  async function delivered(url: string, failures: number): Promise<{ stored: Delivery; secret: string }> {
    const { body: webhook } = await create(url);
    const posted = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
    let stored = newDelivery(webhook.id, posted.body.id, Date.now());
    for (let made = 0; made < failures; made += 1) {
      const { delivery } = startAttempt(stored, { automatic: true, claim: '' }, Date.now(), config);
      stored = recordResult(delivery, made + 1, failure, Date.now(), config);
    }
    await deliveryStore(stores, stores.tables.deliveries).create(stored);
    return { stored, secret: webhook.secret };
  }

  it.each([
    ['that is due', 0, '1'],
    ['that waits for its next attempt', 2, '3'],
    ['that has failed', 5, '5'],
  ])('sends a delivery %s at once and returns its new state', async (_, failures, header) => {
    const target = await receiver();
    const { stored, secret } = await delivered(target.url, failures);
    const { status, body } = await replay(stored.delivery_id);
    const [got] = await target.until(1);
    expect(got!.body).toMatchObject({
      type: 'submission.created',
      id: stored.delivery_id,
      data: { submission_id: stored.submission_id, form_id: form.id, payload: { name: 'Ada' } },
    });
    expect(got!.headers['x-svc-attempt']).toBe(header);
    expect(got!.headers['x-svc-signature']).toBe(signatureOf(got!, secret));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: stored.delivery_id,
      webhook_id: stored.webhook_id,
      event: 'submission.created',
      submission_id: stored.submission_id,
      status: 'succeeded',
      attempts: failures + 1,
      last_status_code: 200,
      last_error: null,
      next_attempt_at: null,
      created_at: TIME,
      updated_at: TIME,
      log: expect.any(Array),
    });
    expect(body.log.at(-1)).toEqual({
      attempt: failures + 1,
      at: TIME,
      duration_ms: expect.any(Number),
      status_code: 200,
      error: null,
      response_excerpt: 'heard',
    });
    expect(await deliveries(stored.webhook_id)).toEqual([body]);
  });

  it('for a successful delivery keeps it successful, whatever the outcome', async () => {
    const target = await receiver((count) => (count === 1 ? 200 : 500));
    const { stored } = await delivered(target.url, 0);
    await replay(stored.delivery_id);
    expect((await replay(stored.delivery_id)).body).toMatchObject({
      status: 'succeeded',
      attempts: 2,
      last_status_code: 500,
      last_error: 'HTTP 500',
    });
  });

  it('that fails leaves the schedule and the automatic attempts unchanged', async () => {
    const target = await receiver(() => 500);
    const { stored } = await delivered(target.url, 2);
    for (let count = 0; count < 6; count += 1) await replay(stored.delivery_id);
    expect((await replay(stored.delivery_id)).body).toMatchObject({
      status: 'retrying',
      attempts: 9,
      next_attempt_at: stored.next_attempt_at,
    });
    const kept = await deliveryStore(stores, stores.tables.deliveries).find(
      stored.webhook_id,
      stored.delivery_id,
    );
    expect(kept!.automatic_attempts).toBe(2);
    expect(target.received.map(({ headers }) => headers['x-svc-attempt'])).toEqual([
      ...['3', '4', '5', '5', '5', '5', '5'],
    ]);
  });

  it('can race with others, and each is in the log', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay(stored.delivery_id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [shown] = await deliveries(stored.webhook_id);
    expect(shown.log.map(({ attempt }: any) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(target.received).toHaveLength(5);
  });

  it('also reaches a disabled webhook, because its owner asked for it', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 1);
    await change(stored.webhook_id, { enabled: false });
    expect((await replay(stored.delivery_id)).body).toMatchObject({ status: 'succeeded' });
  });

  it('for a test ping sends the ping again', async () => {
    const target = await receiver((count) => (count === 1 ? 500 : 200));
    const { body: made } = await create(target.url);
    await ping(made.id);
    const [pinged] = await deliveries(made.id);
    expect((await replay(pinged.id)).body).toMatchObject({ event: 'webhook.test', status: 'succeeded' });
    expect(target.received[1]!.body.data).toEqual({ form_id: form.id, sample: true });
  });

  it("responds with 404 for unknown deliveries, other accounts' deliveries and those of deleted webhooks", async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 1);
    const other = await newAccount(stores);
    expect((await replay(stored.delivery_id, other.key)).status).toBe(404);
    expect((await replay('nonsense')).status).toBe(404);
    const last = stored.delivery_id.endsWith('Z') ? 'Y' : 'Z';
    expect((await replay(stored.delivery_id.slice(0, -1) + last)).status).toBe(404);
    await call('deleteWebhook', { key: account.key, path: { id: stored.webhook_id } });
    expect((await replay(stored.delivery_id)).status).toBe(404);
    expect(target.received).toHaveLength(0);
  });

  it('responds with 409 if the submission is gone, and sends nothing', async () => {
    const target = await receiver();
    const { body: webhook } = await create(target.url);
    const posted = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
    const gone = `${posted.body.id.slice(0, -1)}${posted.body.id.endsWith('0') ? '1' : '0'}`;
    const stored = giveUp(newDelivery(webhook.id, gone, Date.now()), 'gone', Date.now());
    await deliveryStore(stores, stores.tables.deliveries).create(stored);
    expect(await submissionStore(stores.db, stores.tables.submissions).find(form.id, gone)).toBeUndefined();
    expect(await replay(stored.delivery_id)).toMatchObject({
      status: 409,
      body: { type: 'http://api.test/problems/conflict' },
    });
    expect(target.received).toHaveLength(0);
  });

  it('ends the failing state of a webhook when it succeeds', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 5);
    const { find } = signingWebhookStore(stores.items, stores.tables.webhooks);
    const webhook = (await find(form.id, stored.webhook_id))!;
    await endpointHealthStore(stores.db, stores.tables.webhooks).markFailing(
      webhook,
      stored.created_at,
      false,
    );
    expect(await list()).toMatchObject([{ failing_since: stored.created_at }]);
    await replay(stored.delivery_id);
    expect(await list()).toMatchObject([{ failing_since: null, enabled: true }]);
    const kept = await deliveryStore(stores, stores.tables.deliveries).find(
      stored.webhook_id,
      stored.delivery_id,
    );
    expect(kept).not.toHaveProperty('check_at');
  });
});

function signatureOf({ bytes }: ReceivedWebhook, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
}

async function silentServer(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return server;
}

/** Answers every request with this text. */
async function tellingReceiver(text: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
