import { execFile, spawn } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { recipe } from '../support/documentation/recipes.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

/** Time scale of the shared service: waits of 1 s, 10 s, 1 min and 10 min become 5, 50, 300 and 3,000 ms. */
const TIME_SCALE = 200;

let service: ServiceUnderTest;
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await sharedServiceAccount();
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function formWithWebhook(statusOf?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(statusOf);
  receivers.push(receiver);
  const form = await service.manage('POST', '/v1/forms', { name: `Form ${randomUUID()}` });
  expect(form.status).toBe(201);
  const webhook = await service.manage('POST', `/v1/forms/${form.body.id}/webhooks`, { url: receiver.url });
  expect(webhook.status).toBe(201);
  return { receiver, form: form.body, webhook: webhook.body };
}

const post = (
  slug: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> => service.request(`/v1/f/${slug}`, { method: 'POST', body, headers });

it('returns the received submission to scripts on any page', async () => {
  const response = await post(
    service.outputs.form.slug,
    new URLSearchParams('name=Ada&email=ada@example.com'),
  );
  expect(response.status).toBe(201);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^sub_/),
    received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    status: 'received',
    files: 0,
  });
});

it('stores URL-encoded and JSON submissions and delivers them signed', async () => {
  const { receiver, form, webhook } = await formWithWebhook();

  const urlencoded = await post(
    form.slug,
    new URLSearchParams([
      ['name', 'Grüße 🙂'],
      ['topic', 'a'],
      ['topic', 'b'],
    ]),
  );
  const json = await post(form.slug, JSON.stringify({ name: 'Ada', age: 36, tags: ['x'] }), {
    'content-type': 'application/json',
  });
  expect([urlencoded.status, json.status]).toEqual([201, 201]);
  const [first, second] = (await Promise.all([urlencoded.json(), json.json()])) as { id: string }[];

  const read = await service.manage('GET', `/v1/submissions/${first!.id}`);
  expect(read.body).toMatchObject({
    id: first!.id,
    form_id: form.id,
    status: 'received',
    files: 0,
    attachments: [],
    payload: { name: 'Grüße 🙂', topic: '["a","b"]' },
  });
  const list = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
  expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([second!.id, first!.id]);
  expect(list.body.next_cursor).toBeNull();

  const delivered = await receiver.until(2);
  for (const { headers, bytes, body } of delivered) {
    const hmac = createHmac('sha256', webhook.secret).update(bytes).digest('hex');
    expect(headers['x-svc-signature']).toBe(`sha256=${hmac}`);
    const standard = headers as Record<string, string>;
    expect(new Webhook(webhook.secret).verify(bytes.toString(), standard)).toEqual(body);
    expect(headers).toMatchObject({
      'x-svc-event': 'submission.created',
      'x-svc-delivery': body.id,
      'x-svc-attempt': '1',
      'user-agent': 'svc-Webhooks/1',
      'content-type': 'application/json',
    });
  }
  const ofJson = delivered.find(({ body }) => body.data['submission_id'] === second!.id);
  expect(ofJson?.body).toEqual({
    type: 'submission.created',
    id: expect.stringMatching(/^whd_/),
    created_at: expect.any(String),
    data: {
      submission_id: second!.id,
      form_id: form.id,
      payload: { name: 'Ada', age: '36', tags: '["x"]' },
      files: [],
    },
  });
});

describe('the recipes of docs/automations', () => {
  /**
   * Runs a command from the docs in a shell, with the ids, URLs and keys of the test's service, form and
   * webhook.
   */
  async function inShell(
    command: string,
    { form = '', webhook = '', url = '' }: { form?: string; webhook?: string; url?: string },
  ): Promise<any> {
    const filled = command
      .replaceAll('http://127.0.0.1:8787', service.baseUrl)
      .replaceAll('<management key>', service.outputs.management_key)
      .replaceAll('<form id>', form)
      .replaceAll('<webhook id>', webhook)
      .replace(/https:\/\/[^"]+/, url);
    const { stdout } = await promisify(execFile)('bash', ['-c', filled]);
    return JSON.parse(stdout);
  }

  it('include a Node receiver that accepts deliveries and test pings but refuses unsigned requests', async () => {
    const { form, webhook } = await formWithWebhook();
    const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
    writeFileSync(join(folder, 'verify.mjs'), recipe('verify', 'js'));
    writeFileSync(join(folder, 'server.mjs'), recipe('verify', 'js', 1));
    const env = { WEBHOOK_SECRET: webhook.secret, PORT: '0' };
    const server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env });
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    try {
      const [port] = /\d+/.exec(String((await lines.next()).value)) ?? [];
      const url = `http://127.0.0.1:${port}/`;
      await service.manage('PATCH', `/v1/webhooks/${webhook.id}`, { url });
      await post(form.slug, new URLSearchParams({ name: 'Grüße' }));
      expect(await lines.next()).toEqual({
        done: false,
        value: expect.stringMatching(/^whd_\w+ \{ name: 'Grüße' \}$/),
      });
      expect(await inShell(recipe('verify', 'sh'), { webhook: webhook.id })).toEqual({
        status_code: 204,
        ok: true,
      });
      expect(
        (await fetchUnchecked(url, { method: 'POST', body: '{"type":"submission.created"}' })).status,
      ).toBe(401);
    } finally {
      server.kill();
      rmSync(folder, { recursive: true });
    }
  });

  it('include commands that connect an app, all of which the service accepts', async () => {
    const form = (await service.manage('POST', '/v1/forms', { name: 'Apps' })).body;
    const values: Record<string, string> = {
      'management key': service.outputs.management_key,
      'access token': service.outputs.management_key,
      'form id': form.id,
      code: 'made-up',
      'refresh token': 'made-up',
    };
    const printedBy = async (number: number): Promise<string> => {
      const command = recipe('own-app', 'sh', number)
        .replaceAll('http://127.0.0.1:8787', service.baseUrl)
        .replaceAll(/<([a-z ]+)>/g, (_, name: string) => values[name] ?? `no ${name}`);
      return (await promisify(execFile)('bash', ['-c', command])).stdout.trim();
    };
    const app = JSON.parse(await printedBy(0));
    expect(app).toMatchObject({ name: 'My app', redirect_uris: ['http://127.0.0.1:9100/callback'] });
    Object.assign(values, { 'client id': app.id, 'client secret': app.secret });

    const [verifier = '', challenge] = (await printedBy(1)).split(' ');
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge);
    values['verifier'] = verifier;
    expect(JSON.parse(await printedBy(2))).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('code'),
    });

    const webhook = JSON.parse(await printedBy(3));
    expect(webhook).toMatchObject({ form_id: form.id, secret: expect.stringMatching(/^whsec_/) });
    values['webhook id'] = webhook.id;
    expect(await printedBy(4)).toBe('');
    expect((await service.manage('GET', `/v1/webhooks/${webhook.id}`)).status).toBe(404);

    expect(JSON.parse(await printedBy(5))).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('refresh token'),
    });
    expect(await printedBy(6)).toBe('');
  });

  it('include commands that create chat webhooks and fetch submissions', async () => {
    const form = (await service.manage('POST', '/v1/forms', { name: 'Chats' })).body;
    for (const [index, format] of ['slack', 'discord', 'teams'].entries()) {
      const url = `http://127.0.0.1:1/${format}`;
      const made = await inShell(recipe('chats', 'sh', index), { form: form.id, url });
      expect(made).toMatchObject({ form_id: form.id, format, url });
    }
    const fetched = await inShell(recipe('README', 'sh'), { form: form.id });
    expect(fetched).toEqual({ data: [], next_cursor: null });
  });
});

it.concurrent(
  'makes five attempts with the right delays, one id and new timestamps, and logs each',
  async () => {
    const { receiver, form, webhook } = await formWithWebhook((count) => (count < 5 ? 500 : 204));
    await post(form.slug, new URLSearchParams('name=Ada'));
    const attempts = await receiver.until(5);

    expect(attempts.map(({ headers }) => headers['x-svc-attempt'])).toEqual(['1', '2', '3', '4', '5']);
    expect(new Set(attempts.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(attempts.map(({ body }) => body.created_at)).size).toBe(5);
    const gaps = attempts.slice(1).map(({ at }, index) => at - attempts[index]!.at);
    [1, 10, 60, 600].forEach((seconds, index) => {
      const wait = (seconds * 1000) / TIME_SCALE;
      expect(gaps[index]).toBeGreaterThanOrEqual(wait - 2);
      // Allow 3 s extra for slow machines.
      expect(gaps[index]).toBeLessThan(wait + 3000);
    });

    const delivery = await untilDelivery(webhook.id, ({ status }) => status === 'succeeded');
    expect(delivery).toMatchObject({
      id: attempts[0]!.body.id,
      webhook_id: webhook.id,
      event: 'submission.created',
      attempts: 5,
      last_status_code: 204,
      last_error: null,
      next_attempt_at: null,
    });
    expect(delivery.log.map(({ attempt, status_code }: any) => [attempt, status_code])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
      [5, 204],
    ]);
    expect(delivery.log[0]).toMatchObject({ error: 'HTTP 500', response_excerpt: 'heard' });
  },
  60_000,
);

it.concurrent(
  'gives up after the fifth failure',
  async () => {
    const { receiver, form, webhook } = await formWithWebhook(() => 503);
    await post(form.slug, new URLSearchParams('name=Ada'));
    await receiver.until(5);
    const delivery = await untilDelivery(webhook.id, ({ status }) => status === 'failed');
    expect(delivery).toMatchObject({ attempts: 5, last_status_code: 503, next_attempt_at: null });
    expect(receiver.received).toHaveLength(5);
  },
  60_000,
);

/** Polls until the webhook's only delivery matches. */
async function untilDelivery(webhookId: string, wanted: (delivery: any) => boolean): Promise<any> {
  for (;;) {
    const { body } = await service.manage('GET', `/v1/webhooks/${webhookId}/deliveries`);
    if (body.data.length === 1 && wanted(body.data[0])) return body.data[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
