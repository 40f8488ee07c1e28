import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { endpointHealthStore } from '../../lambdas/webhooks/endpoint-health/endpoint-health-store.ts';
import { signingWebhookStore } from '../../lambdas/webhooks/signing/signing-webhook-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { newDelivery, type AttemptOutcome, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import {
  failWithoutAttempt,
  startAttempt,
  recordResult,
} from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newAccount } from '../support/samples/accounts.ts';
import {
  stores,
  call,
  account,
  form,
  receiver,
  create,
  change,
  list,
  deliveries,
  ping,
  replay,
  TIME,
  signatureOf,
} from './webhooks-fixture.ts';

describe('POST /v1/deliveries/:id/replay', () => {
  const failure: AttemptOutcome = {
    duration_ms: 5,
    status_code: 500,
    error: 'HTTP 500',
    response_excerpt: null,
  };
  const config = { deadlineMs: 1000, maxAttempts: 5, retryWaitsSeconds: [1, 10, 60, 600, 3600] };

  /** Creates an accepted submission and a delivery that has failed `failures` times. */
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
  ])('immediately sends a delivery %s and returns its new state', async (_, failures, header) => {
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

  it('keeps a successful delivery successful, whatever the outcome of the replay', async () => {
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

  it('changes neither the schedule nor the automatic attempts if it fails', async () => {
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

  it('can run at the same time as other replays, and all of them appear in the log', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay(stored.delivery_id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [shown] = await deliveries(stored.webhook_id);
    expect(shown.log.map(({ attempt }: any) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(target.received).toHaveLength(5);
  });

  it('also reaches a disabled webhook, because its owner requested it', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 1);
    await change(stored.webhook_id, { enabled: false });
    expect((await replay(stored.delivery_id)).body).toMatchObject({ status: 'succeeded' });
  });

  it('sends a test ping again', async () => {
    const target = await receiver((count) => (count === 1 ? 500 : 200));
    const { body: made } = await create(target.url);
    await ping(made.id);
    const [pinged] = await deliveries(made.id);
    expect((await replay(pinged.id)).body).toMatchObject({ event: 'webhook.test', status: 'succeeded' });
    expect(target.received[1]!.body.data).toEqual({ form_id: form.id, sample: true });
  });

  it('responds with 404 for deliveries that are unknown, from other accounts, or of deleted webhooks', async () => {
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

  it('responds with 409 and sends nothing if the submission has been deleted', async () => {
    const target = await receiver();
    const { body: webhook } = await create(target.url);
    const posted = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
    const gone = `${posted.body.id.slice(0, -1)}${posted.body.id.endsWith('0') ? '1' : '0'}`;
    const stored = failWithoutAttempt(newDelivery(webhook.id, gone, Date.now()), 'gone', Date.now());
    await deliveryStore(stores, stores.tables.deliveries).create(stored);
    expect(await submissionStore(stores.db, stores.tables.submissions).find(form.id, gone)).toBeUndefined();
    expect(await replay(stored.delivery_id)).toMatchObject({
      status: 409,
      body: { type: 'http://api.test/problems/conflict' },
    });
    expect(target.received).toHaveLength(0);
  });

  it('ends the failing state of its webhook if it succeeds', async () => {
    const target = await receiver();
    const { stored } = await delivered(target.url, 5);
    const { find } = signingWebhookStore(stores.items, stores.tables.webhooks);
    const webhook = (await find(form.id, stored.webhook_id))!;
    await endpointHealthStore(stores.db, stores.tables).markFailing(webhook, stored.created_at, false);
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
