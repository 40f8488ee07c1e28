/** Tests the events other than new submissions in a running service, with endpoints on real sockets. */
import { randomUUID } from 'node:crypto';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let form: { id: string; slug: string };
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await sharedServiceAccount();
});
beforeEach(async () => {
  form = (await service.manage('POST', '/v1/forms', { name: randomUUID(), rate_limit: 1000 })).body;
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

async function webhookAt(
  path: string,
  settings: object,
  statusOf?: Parameters<typeof startReceiver>[0],
): Promise<{ id: string; receiver: Receiver }> {
  const receiver = await startReceiver(statusOf);
  receivers.push(receiver);
  const { status, body } = await service.manage('POST', path, { url: receiver.url, ...settings });
  expect(status).toBe(201);
  return { id: body.id, receiver };
}
const formWebhook = (settings: object) => webhookAt(`/v1/forms/${form.id}/webhooks`, settings);

async function post(fields: Record<string, string> = { name: 'Ada' }): Promise<string> {
  const body = new URLSearchParams(fields);
  const response = await service.request(`/v1/f/${form.slug}`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { id: string }).id;
}
const change = (id: string, patch: object) => service.manage('PATCH', `/v1/submissions/${id}`, patch);

/** Waits for this number of requests to the receiver, and returns their envelopes. */
const arrived = async ({ receiver }: { receiver: Receiver }, count: number): Promise<any[]> =>
  (await receiver.until(count)).map(bodyOf);
const bodyOf = ({ bytes }: ReceivedWebhook): any => JSON.parse(Buffer.from(bytes).toString());

it('reports what changed and who changed it, once for each effective change', async () => {
  const webhook = await formWebhook({ events: ['submission.updated'] });
  const id = await post();
  await change(id, { starred: true, note: 'Call back' });
  await change(id, { starred: true });
  await change(id, { status: 'spam' });
  await change(id, { starred: false });
  const bulk = { ids: [await post({ name: 'Grace' })], action: 'read' };
  expect((await service.manage('POST', '/v1/submissions/bulk', bulk)).status).toBe(200);

  const told = await arrived(webhook, 3);
  const changesOf = (submission: string) =>
    told.filter(({ data }) => data.submission_id === submission).map(({ data }) => data.changed);
  expect(changesOf(id).toSorted()).toEqual([['starred', 'note'], ['status']].toSorted());
  expect(changesOf(bulk.ids[0]!)).toEqual([['read']]);
  const [first] = told;
  expect(first).toEqual({
    type: 'submission.updated',
    id: expect.stringMatching(/^whd_\w+_C\d+$/),
    created_at: expect.any(String),
    data: {
      submission_id: expect.any(String),
      form_id: form.id,
      payload: { name: expect.any(String) },
      files: [],
      changed: expect.any(Array),
      actor: { type: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
    },
  });
  const listed = await service.manage('GET', `/v1/webhooks/${webhook.id}/deliveries`);
  expect(listed.body.data.map(({ event }: any) => event)).toEqual(Array(3).fill('submission.updated'));
});

it('reports only the release when a submission is released from spam', async () => {
  const webhook = await formWebhook({ events: ['submission.created', 'submission.updated'] });
  const id = await post();
  expect((await arrived(webhook, 1)).map(({ type }) => type)).toEqual(['submission.created']);
  await change(id, { status: 'spam' });
  await arrived(webhook, 2);
  await change(id, { status: 'received' });
  await change(id, { note: 'Last' });
  const told = await arrived(webhook, 3);
  expect(told.map(({ type, data }) => [type, data.changed])).toEqual([
    ['submission.created', undefined],
    ['submission.updated', ['status']],
    ['submission.updated', ['note']],
  ]);
});

it('applies the filter to changes', async () => {
  const filter = { all: [{ field: 'name', op: 'equals', value: 'Grace' }] };
  const webhook = await formWebhook({ events: ['submission.updated'], filter });
  await change(await post({ name: 'Ada' }), { starred: true });
  const id = await post({ name: 'Grace' });
  await change(id, { starred: true });
  expect((await arrived(webhook, 1)).map(({ data }) => data.submission_id)).toEqual([id]);
});

it('reports deletions without the payload, except deletions of spam', async () => {
  const webhook = await formWebhook({ events: ['submission.deleted'] });
  const spam = await post();
  await change(spam, { status: 'spam' });
  await service.manage('DELETE', `/v1/submissions/${spam}`);
  const id = await post();
  expect((await service.manage('DELETE', `/v1/submissions/${id}`)).status).toBe(204);
  const [told, ...others] = await arrived(webhook, 1);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ type: 'submission.deleted', id: expect.stringMatching(/^whd_\w+_D$/) });
  const deleted_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(told.data).toEqual({ submission_id: id, form_id: form.id, deleted_at, reason: 'deleted' });
});

it('notifies account-wide webhooks when all attempts of a delivery have failed', async () => {
  const alarm = await webhookAt('/v1/webhooks', { events: ['delivery.failed'] });
  const broken = await webhookAt(`/v1/forms/${form.id}/webhooks`, {}, () => 503);
  const id = await post();
  const [told] = await arrived(alarm, 1);
  expect(told).toMatchObject({ type: 'delivery.failed', id: expect.stringMatching(/^whd_\w+_F\w+$/) });
  expect(told.data).toEqual({
    delivery_id: expect.stringMatching(/^whd_/),
    webhook_id: broken.id,
    submission_id: id,
    form_id: form.id,
    attempts: 5,
    last_error: 'HTTP 503',
  });
  await service.manage('DELETE', `/v1/webhooks/${alarm.id}`);
});
