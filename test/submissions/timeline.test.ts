import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { emailLogStore, submissionEmailStore } from '../../lambdas/submissions/email-log/email-log-store.ts';
import { autoresponseRecord, notificationRecord } from '../../lambdas/submissions/email-log/email-record.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { timelineOf } from '../../lambdas/timeline/timeline.ts';
import { NO_NAMES } from '../../lambdas/submissions/handling/names.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

it('shows the receipt, webhook attempts, and changes with their authors, oldest first', async () => {
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
  const log = [attempt(1, 1, 500, 'HTTP 500'), attempt(2, 2, 204, null)];
  await stores.db.send(new PutCommand({ TableName: stores.tables.deliveries, Item: { ...stored, log } }));
  await call('updateSubmission', { key, path, body: { read: true, starred: true } });
  await call('updateSubmission', { key, path, body: { status: 'spam', note: 'Sold me something.' } });
  await call('changeSubmissions', { key, body: { ids: [posted.id], action: 'release' } });
  await call('updateSubmission', { key, path, body: { note: null } });
  await call('updateSubmission', { key, path, body: { handled: true } });
  await call('updateSubmission', { key, path, body: { handled: true } });
  await call('changeSubmissions', { key, body: { ids: [posted.id], action: 'unhandle' } });

  const { status, body } = await call('getTimeline', { key, path });
  expect(status).toBe(200);
  const at = expect.any(String);
  const actor = { type: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) };
  const ofWebhook = { type: 'webhook', delivery_id: stored.delivery_id, webhook_id: webhook.id };
  expect(body.data).toEqual([
    { at: posted.received_at, type: 'stored' },
    {
      at: log[0]!.at,
      ...ofWebhook,
      attempt: 1,
      status_code: 500,
      error: 'HTTP 500',
      error_code: 'http-status',
    },
    { at: log[1]!.at, ...ofWebhook, attempt: 2, status_code: 204, error: null },
    { at, type: 'status', status: 'spam', actor },
    { at, type: 'note', action: 'set', actor },
    { at, type: 'status', status: 'received', actor },
    { at, type: 'note', action: 'removed', actor },
    { at, type: 'handled', handled: true, actor },
    { at, type: 'handled', handled: false, actor },
  ]);
  const times = body.data.map((entry: { at: string }) => entry.at);
  expect(times).toEqual(times.toSorted());
});

describe("a submission's e-mails", () => {
  const submissionWithEmails = async () => {
    const { stores, call } = service;
    const { key, accountId } = await newAccount(stores);
    const form = (await call('createForm', { key, body: { name: 'Contact' } })).body;
    const body = { name: 'Ada', email: 'ada@example.org' };
    const posted = (await call('submitForm', { path: { slug: form.slug }, body })).body;
    const of = { account_id: accountId, form_id: form.id, submission_id: posted.id };
    const log = emailLogStore(stores.db, stores.tables.emails);
    const received = Date.parse(posted.received_at);
    const owner = { recipient_id: 'rcp_1', address: 'owner@example.com' };
    const notification = notificationRecord(of, owner, received);
    await log.add(notification, received + 1);
    await log.move(notification, {
      change: 'bounced',
      reason: 'permanent-no-email',
      at: new Date(received + 20).toISOString(),
    });
    await log.skip(autoresponseRecord(of, 'ada@example.org', received), 'limit', received + 10);
    return { key, path: { id: posted.id }, of, posted, received };
  };
  const left = ({ of, received }: Awaited<ReturnType<typeof submissionWithEmails>>) =>
    submissionEmailStore(service.stores.db, service.stores.tables.emails).find(
      of.form_id,
      of.submission_id,
      received,
    );

  it('are shown with their recipient, latest status, and reason', async () => {
    const { key, path, posted, received } = await submissionWithEmails();
    const { status, body } = await service.call('getTimeline', { key, path });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { at: posted.received_at, type: 'stored' },
      {
        at: new Date(received + 10).toISOString(),
        type: 'email',
        kind: 'autoresponse',
        recipient: 'ada@example.org',
        status: 'skipped',
        reason: 'limit',
      },
      {
        at: new Date(received + 20).toISOString(),
        type: 'email',
        kind: 'notification',
        recipient: 'owner@example.com',
        status: 'bounced',
        reason: 'permanent-no-email',
      },
    ]);
  });

  it('are deleted with it, however many there are', async () => {
    const [one, other] = [await submissionWithEmails(), await submissionWithEmails()];
    expect(await left(one)).toHaveLength(2);
    expect((await service.call('deleteSubmission', one)).status).toBe(204);
    expect(await left(one)).toEqual([]);
    const body = { ids: [other.path.id], action: 'delete' };
    await service.call('changeSubmissions', { key: other.key, body });
    expect(await left(other)).toEqual([]);
  });
});

it('distinguishes an access token from its key', () => {
  const changes = [
    { at: 1000, by: ['token', 'key_1', 'CI'] as ['token', string, string], status: 'spam' as const },
  ];
  const submission = {
    ...{ account_id: 'acc_1', form_id: 'frm_1', submission_id: 'sub_1' },
    received_at: '1970-01-01T00:00:00.000Z',
    changes,
    payload: payloadOfPairs([]),
  };
  expect(timelineOf(submission, { deliveries: [], withheld: [] }, [], [], NO_NAMES)[1]).toEqual({
    at: '1970-01-01T00:00:01.000Z',
    type: 'status',
    status: 'spam',
    actor: { type: 'token', id: 'key_1', name: 'CI' },
  });
});

it("returns 404 for another account's submission", async () => {
  const { key } = await newAccount(service.stores);
  const form = (await service.call('createForm', { key, body: { name: 'Contact' } })).body;
  const posted = (await service.call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } }))
    .body;
  const stranger = await newAccount(service.stores);
  const response = await service.call('getTimeline', { key: stranger.key, path: { id: posted.id } });
  expect(response.status).toBe(404);
});
