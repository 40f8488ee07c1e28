/** Tests webhooks and deliveries in a running service, with endpoints on real sockets. */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

/**
 * Waits of 1 s, 10 s, 1 min and 10 min become 5, 50, 300 and 3,000 ms, which leaves enough time to act before
 * attempt 5.
 */
const MAX_ATTEMPTS = 5;

let service: ServiceUnderTest;
const receivers: Receiver[] = [];
const secrets: string[] = [];

beforeAll(async () => {
  service = await sharedServiceAccount();
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function receiver(statusOf?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(statusOf);
  receivers.push(made);
  return made;
}
async function newForm(fields: object = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await service.manage('POST', '/v1/forms', {
    name: `Form ${randomUUID()}`,
    rate_limit: 1000,
    ...fields,
  });
  expect(status).toBe(201);
  return body;
}
async function newWebhook(form: { id: string }, url: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url });
  expect(status).toBe(201);
  secrets.push(body.secret);
  return body;
}
const post = (form: { slug: string }, fields: Record<string, string> = { name: 'Ada' }): Promise<Response> =>
  service.request(`/v1/f/${form.slug}`, { method: 'POST', body: new URLSearchParams(fields) });
const patch = async (webhook: { id: string }, change: object): Promise<any> => {
  const { body } = await service.manage('PATCH', `/v1/webhooks/${webhook.id}`, change);
  if (body.secret !== undefined) secrets.push(body.secret);
  return body;
};
const replay = async (id: string): Promise<any> => {
  const { status, body } = await service.manage('POST', `/v1/deliveries/${id}/replay`);
  expect(status).toBe(200);
  return body;
};
const deliveries = async (webhook: { id: string }): Promise<any[]> =>
  (await service.manage('GET', `/v1/webhooks/${webhook.id}/deliveries`)).body.data;

/** Polls until the webhook's only delivery matches. */
async function untilDelivery(webhook: { id: string }, wanted: (delivery: any) => boolean): Promise<any> {
  for (;;) {
    const [delivery] = await deliveries(webhook);
    if (delivery !== undefined && wanted(delivery)) return delivery;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const untilStatus = (webhook: { id: string }, wanted: string): Promise<any> =>
  untilDelivery(webhook, ({ status }) => status === wanted);
const attemptsIn = (received: readonly ReceivedWebhook[]): string[] =>
  received.map(({ headers }) => String(headers['x-svc-attempt']));

/**
 * Starts a delivery. Its fourth attempt fails only when `respond()` is called. The delivery then waits for
 * its fifth attempt.
 */
async function startedRetryLadder(statusOf: (count: number) => number = () => 500) {
  const held = Promise.withResolvers<number>();
  const [target, form] = await Promise.all([
    receiver((count) => (count === 4 ? held.promise : statusOf(count))),
    newForm(),
  ]);
  const webhook = await newWebhook(form, target.url);
  await post(form);
  await target.until(4);
  const respond = (): void => held.resolve(500);
  return { target, form, webhook, respond };
}

/** Creates a delivery that has failed four times and is waiting for its fifth attempt. */
async function waiting(statusOf?: (count: number) => number) {
  const { respond, ...rest } = await startedRetryLadder(statusOf);
  respond();
  return { ...rest, delivery: await untilDelivery(rest.webhook, ({ log }) => log.length === 4) };
}

it.concurrent('retries stop when the webhook is disabled', async () => {
  const { target, webhook, respond } = await startedRetryLadder();
  await patch(webhook, { enabled: false });
  respond();
  expect(await untilStatus(webhook, 'failed')).toMatchObject({
    attempts: 4,
    last_error: 'the webhook was disabled',
    next_attempt_at: null,
  });
  expect(target.received).toHaveLength(4);
});

it.concurrent(
  "retries stop when the webhook is deleted, while another webhook's retries continue",
  async () => {
    const { target, form, webhook, respond } = await startedRetryLadder();
    expect((await service.manage('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(204);
    respond();
    expect((await service.manage('GET', `/v1/webhooks/${webhook.id}/deliveries`)).status).toBe(404);
    // If the deleted webhook were still active, it would get its fifth attempt before a later delivery's
    // fifth attempt.
    const kept = await receiver(() => 500);
    const other = await newWebhook(form, kept.url);
    await post(form);
    await untilStatus(other, 'failed');
    expect([attemptsIn(kept.received), attemptsIn(target.received)]).toEqual([
      ['1', '2', '3', '4', '5'],
      ['1', '2', '3', '4'],
    ]);
  },
);

it.concurrent("retries use the webhook's current URL and secret", async () => {
  const { target, webhook, respond } = await startedRetryLadder();
  const next = await receiver();
  const { secret } = await patch(webhook, { url: next.url, rotate_secret: true });
  respond();
  const [got] = await next.until(1);
  expect(got!.headers).toMatchObject({
    'x-svc-attempt': '5',
    'x-svc-delivery': target.received[0]!.body.id,
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(got!.bytes).digest('hex')}`,
  });
  await untilStatus(webhook, 'succeeded');
  expect(target.received).toHaveLength(4);
});

it.concurrent(
  'signs with both secrets after a rotation, so that a public library can verify with either',
  async () => {
    const [target, form] = await Promise.all([receiver(), newForm()]);
    const webhook = await newWebhook(form, target.url);
    const { secret } = await patch(webhook, { rotate_secret: true });
    await post(form);
    const [got] = await target.until(1);
    const headers = got!.headers as Record<string, string>;
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const each of [webhook.secret, secret]) {
      expect(new Webhook(each).verify(got!.bytes.toString(), headers)).toEqual(got!.body);
    }
    expect(() => new Webhook(`whsec_${'A'.repeat(43)}=`).verify(got!.bytes.toString(), headers)).toThrow();
    const { body } = await service.manage('GET', `/v1/forms/${form.id}/webhooks`);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  },
);

it.concurrent('a replay during the first attempt is sent immediately, and its success counts', async () => {
  const held = Promise.withResolvers<number>();
  const [target, form] = await Promise.all([
    receiver((count) => (count === 1 ? held.promise : 200)),
    newForm(),
  ]);
  const webhook = await newWebhook(form, target.url);
  await post(form);
  await target.until(1);
  const { id, status } = await untilDelivery(webhook, ({ attempts }) => attempts === 1);
  expect(status).toBe('pending');
  expect(await replay(id)).toMatchObject({ id, status: 'succeeded' });
  held.resolve(500);
  const after = await untilDelivery(webhook, ({ log }) => log.length >= 2);
  expect(after).toMatchObject({ status: 'succeeded', next_attempt_at: null });
  // On a busy machine, the first attempt can reach its deadline of three seconds before it gets the 500. The
  // service then retries it.
  const statuses = after.log.map(({ status_code }: any) => status_code);
  expect([500, 0]).toContain(statuses[0]);
  expect(statuses.slice(1).every((status: number) => status === 200)).toBe(true);
});

it.concurrent('a successful replay ends the pending retries', async () => {
  const { target, webhook, delivery } = await waiting((count) => (count <= 4 ? 500 : 200));
  expect(await replay(delivery.id)).toMatchObject({
    status: 'succeeded',
    attempts: 5,
    next_attempt_at: null,
  });
  // If this delivery still had a pending retry, it would run before a later delivery's fifth attempt fails.
  const later = await waiting();
  await untilStatus(later.webhook, 'failed');
  expect(await untilStatus(webhook, 'succeeded')).toMatchObject({ attempts: 5 });
  expect(target.received).toHaveLength(5);
});

it.concurrent(
  "a failed replay doesn't use up the remaining retries, and all attempts share one id",
  async () => {
    const { target, webhook, delivery } = await waiting();
    expect(await replay(delivery.id)).toMatchObject({
      status: 'retrying',
      attempts: 5,
      next_attempt_at: delivery.next_attempt_at,
    });
    expect(await untilStatus(webhook, 'failed')).toMatchObject({ attempts: 6 });
    expect(attemptsIn(target.received)).toEqual(['1', '2', '3', '4', '5', '5']);
    expect(new Set(target.received.map(({ body }) => body.id))).toEqual(new Set([delivery.id]));

    // After a replay succeeds, the delivery's status stays `succeeded`, even if another replay fails.
    const better = await receiver((count) => (count === 1 ? 200 : 500));
    await patch(webhook, { url: better.url });
    expect(await replay(delivery.id)).toMatchObject({ status: 'succeeded', attempts: 7 });
    expect(await replay(delivery.id)).toMatchObject({
      status: 'succeeded',
      attempts: 8,
      last_status_code: 500,
    });
    expect(attemptsIn(better.received)).toEqual(['5', '5']);
  },
);

it.concurrent(
  "a replay during the webhook's deletion gets a response, and nothing is sent afterwards",
  async () => {
    const [target, form] = await Promise.all([receiver(), newForm()]);
    const webhook = await newWebhook(form, target.url);
    await post(form);
    const { id } = await untilStatus(webhook, 'succeeded');
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => service.manage('POST', `/v1/deliveries/${id}/replay`)),
      service.manage('DELETE', `/v1/webhooks/${webhook.id}`),
    ]);
    for (const { status } of responses.slice(0, 5)) expect([200, 404]).toContain(status);
    expect(responses.at(-1)?.status).toBe(204);
    const sent = target.received.length;
    expect(sent).toBe(1 + responses.slice(0, 5).filter(({ status }) => status === 200).length);
    expect((await service.manage('POST', `/v1/deliveries/${id}/replay`)).status).toBe(404);
    expect(target.received).toHaveLength(sent);
  },
);

it.concurrent('resends failed deliveries on request, and reports when the recovery is complete', async () => {
  const [target, form] = await Promise.all([
    receiver((count) => (count <= MAX_ATTEMPTS ? 500 : 200)),
    newForm(),
  ]);
  const webhook = await newWebhook(form, target.url);
  const since = new Date().toISOString();
  await post(form);
  await untilStatus(webhook, 'failed');
  const begun = await service.manage('POST', `/v1/webhooks/${webhook.id}/recover`, { since });
  expect(begun.status).toBe(202);
  expect(attemptsIn(await target.until(MAX_ATTEMPTS + 1)).at(-1)).toBe('5');
  expect(await untilStatus(webhook, 'succeeded')).toMatchObject({ attempts: MAX_ATTEMPTS + 1 });
  const ofRecovery = async (): Promise<any> =>
    (await service.manage('GET', `/v1/recoveries/${begun.body.recovery_id}`)).body;
  let recovery = await ofRecovery();
  while (recovery.status === 'running' || recovery.succeeded === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    recovery = await ofRecovery();
  }
  expect(recovery).toMatchObject({
    status: 'finished',
    deliveries: 1,
    resent: 1,
    sent: 1,
    succeeded: 1,
    failed: 0,
    skipped: 0,
  });
});

it.concurrent('delivers spam only after it is released', async () => {
  const [target, form] = await Promise.all([receiver(), newForm()]);
  await newWebhook(form, target.url);
  expect((await post(form, { name: 'Bot', _gotcha: 'filled' })).status).toBe(200);
  expect((await post(form, { name: 'Ada' })).status).toBe(201);
  await target.until(1);
  const { body } = await service.manage('GET', `/v1/forms/${form.id}/submissions?status=spam`);
  const [spam] = body.data;
  expect(target.received.map((each) => each.body.data['submission_id'])).not.toContain(spam.id);
  await service.manage('PATCH', `/v1/submissions/${spam.id}`, { status: 'received' });
  const released = await target.untilOne((each) => each.body.data['submission_id'] === spam.id);
  expect(released.body).toMatchObject({ type: 'submission.created', data: { payload: { name: 'Bot' } } });
});

it.concurrent(
  "delivers a submission older than its form's webhook when it is released from spam",
  async () => {
    const [target, form] = await Promise.all([receiver(), newForm()]);
    const early: any = await (await post(form, { name: 'Early' })).json();
    const mark = (status: string) => service.manage('PATCH', `/v1/submissions/${early.id}`, { status });
    expect((await mark('spam')).status).toBe(200);
    await newWebhook(form, target.url);
    const late: any = await (await post(form, { name: 'Late' })).json();
    expect((await mark('received')).status).toBe(200);
    const delivered = (await target.until(2)).map(({ body }) => body.data['submission_id']);
    expect(delivered.toSorted()).toEqual([early.id, late.id].toSorted());
  },
);

it.concurrent('reports a test ping to an endpoint that hangs, and to one that refuses', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const webhook = await newWebhook(await newForm(), url);
  const ping = async (): Promise<unknown> =>
    (await service.manage('POST', `/v1/webhooks/${webhook.id}/test`)).body;
  expect(await ping()).toEqual({
    status_code: 0,
    ok: false,
    error: 'No complete response arrived within 3 s.',
  });
  server.closeAllConnections();
  server.close();
  expect(await ping()).toEqual({
    status_code: 0,
    ok: false,
    error: 'The endpoint refused the connection.',
  });
  expect(await deliveries(webhook)).toMatchObject([
    { event: 'webhook.test', status: 'failed', attempts: 1 },
    { event: 'webhook.test', status: 'failed', attempts: 1 },
  ]);
});

it.concurrent('refuses an eleventh webhook for a form, and invalid URLs', async () => {
  const form = await newForm();
  const create = (url: string) => service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url });
  for (const url of ['ftp://example.org/', 'https://ada:secret@example.org/', 'nonsense', '']) {
    const { status, body } = await create(url);
    expect([url, status, body.errors[0].path]).toEqual([url, 422, 'url']);
  }
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) => create(`https://example.org/hook${index}`)),
  );
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  const { status, body } = await create('https://example.org/another');
  expect([status, body.type]).toEqual([409, `${service.baseUrl}/problems/conflict`]);
});

it.concurrent('lists the last fifty deliveries', async () => {
  const [target, form] = await Promise.all([receiver(), newForm()]);
  const webhook = await newWebhook(form, target.url);
  const ids: string[] = [];
  for (let count = 0; count < 52; count += 1)
    ids.push(((await (await post(form)).json()) as { id: string }).id);
  await target.until(52);
  const listed = await deliveries(webhook);
  expect(listed.map(({ submission_id }) => submission_id)).toEqual(ids.toReversed().slice(0, 50));
  for (const delivery of listed) expect(delivery).toMatchObject({ attempts: 1, event: 'submission.created' });
});

it('delivers all submissions that arrive after the first account-wide webhook is created', async () => {
  const [target, ...forms] = await Promise.all([receiver(), newForm(), newForm()]);
  // These submissions make ingest cache the account's limits, including the fact that the account has no
  // account-wide webhook.
  for (const form of forms) expect((await post(form)).status).toBe(201);
  const made = await service.manage('POST', '/v1/webhooks', { url: target.url });
  expect(made.status).toBe(201);
  secrets.push(made.body.secret);
  const ids = await Promise.all(forms.map(async (form) => ((await (await post(form)).json()) as any).id));
  await target.until(2);
  const sent = target.received.map(({ body }) => (body as any).data.submission_id);
  expect(sent.toSorted()).toEqual(ids.toSorted());
  expect((await service.manage('DELETE', `/v1/webhooks/${made.body.id}`)).status).toBe(204);
});

test('logs contain no webhook secret', () => {
  const folder = join(service.folder, 'logs');
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(logs.join('')).toContain('updateWebhook');
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets)
    for (const log of logs) expect(log).not.toContain(secret.slice('whsec_'.length));
});
