import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  call,
  account,
  form,
  open,
  receiver,
  create,
  change,
  deliveries,
  ping,
  TIME,
  signatureOf,
  silentServer,
} from './webhooks-fixture.ts';

describe('POST /v1/webhooks/:id/test', () => {
  it('sends one signed ping and returns its outcome', async () => {
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
      'x-svc-hop': '1',
    });
    expect(await deliveries(made.id)).toMatchObject([
      { id: got!.body.id, event: 'webhook.test', submission_id: null, status: 'succeeded', attempts: 1 },
    ]);
    expect((await call('listSubmissions', { key: account.key, path: { id: form.id } })).body.data).toEqual(
      [],
    );
  });

  it('gets a new ID each time', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    await Promise.all([ping(made.id), ping(made.id), ping(made.id)]);
    expect(new Set(target.received.map(({ body }) => body.id)).size).toBe(3);
    expect(await deliveries(made.id)).toHaveLength(3);
  });

  it('is limited to 30 per hour for each webhook, even if requests race', async () => {
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

  it("reports a refusal and doesn't retry", async () => {
    const target = await receiver(() => 503);
    const { body: made } = await create(target.url);
    expect((await ping(made.id)).body).toEqual({ status_code: 503, ok: false });
    expect(await deliveries(made.id)).toMatchObject([
      { status: 'failed', attempts: 1, next_attempt_at: null, log: [{ attempt: 1, status_code: 503 }] },
    ]);
  });

  it('works even if the webhook is disabled', async () => {
    const target = await receiver();
    const { body: made } = await create(target.url);
    await change(made.id, { enabled: false });
    expect((await ping(made.id)).body).toEqual({ status_code: 200, ok: true });
  });

  it('returns 0 and the reason if no server is listening', async () => {
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

  it('returns 0 and the reason if no response arrives in time', async () => {
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

it('ignores Retry-After in the response to a test ping', async () => {
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
