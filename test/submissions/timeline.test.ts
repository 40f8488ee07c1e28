import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { payloadOfPairs } from '../../lambdas/submissions/payload.ts';
import { timelineOf } from '../../lambdas/submissions/timeline/timeline.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

it('shows what happened, oldest first: reception, webhook attempts, changes with who made them', async () => {
  const { stores, call } = service;
  const { key } = await newAccount(stores);
  const form = (await call('createForm', { key, body: { name: 'Contact' } })).body;
  const url = 'https://hooks.example.org/in';
  const webhook = (await call('createWebhook', { key, path: { id: form.id }, body: { url } })).body;
  const posted = (await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } })).body;
  const path = { id: posted.id };
  const stored = newDelivery(webhook.id, posted.id, Date.parse(posted.received_at));
  const attempt = (number: number, later: number, status_code: number, error: string | null) => ({
    attempt: number,
    at: new Date(Date.parse(posted.received_at) + later).toISOString(),
    duration_ms: 12,
    status_code,
    error,
    response_excerpt: 'secret of the receiver',
  });
  const log = [attempt(1, 1, 500, 'status 500'), attempt(2, 2, 204, null)];
  await stores.db.send(new PutCommand({ TableName: stores.tables.deliveries, Item: { ...stored, log } }));
  await call('updateSubmission', { key, path, body: { read: true, starred: true } });
  await call('updateSubmission', { key, path, body: { status: 'spam', note: 'Sold me something.' } });
  await call('changeSubmissions', { key, body: { ids: [posted.id], action: 'release' } });
  await call('updateSubmission', { key, path, body: { note: null } });

  const { status, body } = await call('getTimeline', { key, path });
  expect(status).toBe(200);
  const at = expect.any(String);
  const actor = { type: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) };
  const ofWebhook = { type: 'webhook', delivery_id: stored.delivery_id, webhook_id: webhook.id };
  expect(body.data).toEqual([
    { at: posted.received_at, type: 'stored' },
    { at: log[0]!.at, ...ofWebhook, attempt: 1, status_code: 500, error: 'status 500' },
    { at: log[1]!.at, ...ofWebhook, attempt: 2, status_code: 204, error: null },
    { at, type: 'status', status: 'spam', actor },
    { at, type: 'note', action: 'set', actor },
    { at, type: 'status', status: 'received', actor },
    { at, type: 'note', action: 'removed', actor },
  ]);
  const times = body.data.map((entry: { at: string }) => entry.at);
  expect(times).toEqual(times.toSorted());
});

it('tells an access token from its key', () => {
  const changes = [
    { at: 1000, by: ['token', 'key_1', 'CI'] as ['token', string, string], status: 'spam' as const },
  ];
  expect(
    timelineOf({ received_at: '1970-01-01T00:00:00.000Z', changes, payload: payloadOfPairs([]) }, [], [])[1],
  ).toEqual({
    at: '1970-01-01T00:00:01.000Z',
    type: 'status',
    status: 'spam',
    actor: { type: 'token', id: 'key_1', name: 'CI' },
  });
});

it('is not found for another account', async () => {
  const { key } = await newAccount(service.stores);
  const form = (await service.call('createForm', { key, body: { name: 'Contact' } })).body;
  const posted = (await service.call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } }))
    .body;
  const stranger = await newAccount(service.stores);
  const response = await service.call('getTimeline', { key: stranger.key, path: { id: posted.id } });
  expect(response.status).toBe(404);
});
