/** Tests the operations that start, preview and show recoveries, on emulators. */
import { newFormId, newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { failWithoutAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { deliverAll, recoverAll } from './recovery-fixture.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let chain: DeliveryChain;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let receiver: Receiver;

beforeAll(async () => {
  chain = await startDeliveryChain();
  call = handlersOn(chain.stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    AWS_ENDPOINT_URL_SQS: chain.endpoints.sqs,
    RECOVERIES_QUEUE_URL: chain.outputs['RecoveriesQueue'] ?? '',
  });
});
afterAll(() => chain.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  account = await newAccount(chain.stores);
});
afterEach(async () => {
  await deliverAll(chain);
  await receiver.stop();
});

const iso = (at: number): string => new Date(at).toISOString();

describe('POST /v1/webhooks/:id/recover', () => {
  let webhook: { id: string };
  let submissions: Submission[];
  const at = (id: string, body?: unknown) => ({
    key: account.key,
    path: { id },
    ...(body !== undefined && { body }),
  });
  const recover = (body: Record<string, unknown>) => call('recoverWebhook', at(webhook.id, body));
  beforeEach(async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
    webhook = (await call('createWebhook', at(form.id, { url: receiver.url }))).body;
    submissions = await Promise.all(Array.from({ length: 3 }, () => chain.newSubmission(form.id)));
    const made = submissions.map(({ submission_id }) => newDelivery(webhook.id, submission_id, Date.now()));
    await Promise.all(
      made.map((of) => chain.deliveries.create(failWithoutAttempt(of, 'HTTP 503', Date.now() - 5 * MINUTE))),
    );
  });

  it('returns the number of deliveries to be resent and can be read again later', async () => {
    const since = iso(Date.now() - 60 * MINUTE);
    const { status, body } = await recover({ since });
    expect({ status, body }).toEqual({
      status: 202,
      body: { recovery_id: expect.stringMatching(/^rec_/), deliveries: 3 },
    });
    const shown = (await call('getRecovery', at(body.recovery_id))).body;
    expect(shown).toEqual({
      id: body.recovery_id,
      actor: { type: 'key', id: expect.stringMatching(/^key_/), name: 'First key' },
      webhook_id: webhook.id,
      since,
      until: expect.any(String),
      status: 'running',
      reason: null,
      deliveries: 3,
      resent: 0,
      sent: 0,
      succeeded: 0,
      failed: 0,
      skipped: 0,
      skipped_reasons: { spam: 0, deleted: 0, succeeded: 0 },
      created_at: expect.any(String),
      finished_at: null,
    });
    expect((await call('listRecoveries', at(webhook.id))).body).toEqual({ data: [shown], next_cursor: null });
    await recoverAll(chain, { recovery_id: body.recovery_id, step: 0 });
    expect((await call('getRecovery', at(body.recovery_id))).body).toMatchObject({
      status: 'finished',
      resent: 3,
      sent: 3,
      finished_at: expect.any(String),
    });
  });

  it('returns the running recovery for a repeated request and refuses a different one', async () => {
    const since = iso(Date.now() - 60 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 5 }, () => recover({ since })));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.recovery_id)).size).toBe(1);
    const { recovery_id } = answers[0]!.body;
    for (const other of [{ since: iso(Date.now() - MINUTE) }, { since, until: iso(Date.now()) }]) {
      expect(await recover(other)).toMatchObject({ status: 409, body: { recovery_id } });
    }
    await recoverAll(chain, { recovery_id, step: 0 });
    const again = await recover({ since });
    expect(again).toMatchObject({ status: 202, body: { deliveries: 0 } });
    expect(again.body.recovery_id).not.toBe(recovery_id);
  });

  it('counts what would be sent without sending it, even if the webhook is disabled', async () => {
    await call('updateWebhook', at(webhook.id, { enabled: false }));
    const since = iso(Date.now() - 60 * MINUTE);
    const until = iso(Date.now() - MINUTE);
    const preview = () => recover({ since, until, dry_run: true });
    expect(await preview()).toMatchObject({ status: 200, body: { deliveries: 3, since, until } });
    await chain.put({ ...submissions[0]!, status: 'spam' });
    const { form_id, submission_id } = submissions[1]!;
    await chain.removeSubmission({ form_id, submission_id });
    expect((await preview()).body).toEqual({ deliveries: 1, since, until });
    expect((await call('listRecoveries', at(webhook.id))).body.data).toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });

  it('uses the current time if the end is missing or in the future', async () => {
    const since = iso(Date.now() - MINUTE);
    const { body } = await recover({ since, until: iso(Date.now() + DAY) });
    const { until, created_at } = (await call('getRecovery', at(body.recovery_id))).body;
    expect(until).toBe(created_at);
  });

  it.each([
    ['no since', {}, 'since'],
    ['an invalid value of since', { since: 'yesterday' }, 'since'],
    ['since more than 30 days ago', { since: iso(Date.now() - 30 * DAY - MINUTE) }, 'since'],
    ['since in the future', { since: iso(Date.now() + DAY) }, 'since'],
    ['until before since', { since: iso(Date.now() - MINUTE), until: iso(Date.now() - 2 * MINUTE) }, 'until'],
    ['dry_run as text', { since: iso(Date.now() - MINUTE), dry_run: 'yes' }, 'dry_run'],
    ['an unknown property', { since: iso(Date.now() - MINUTE), form_id: 'x' }, 'form_id'],
  ])('refuses %s', async (_, body, path) => {
    expect(await recover(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  it('refuses a disabled webhook', async () => {
    await call('updateWebhook', at(webhook.id, { enabled: false }));
    expect(await recover({ since: iso(Date.now() - MINUTE) })).toMatchObject({ status: 409 });
  });

  it('works for an account-wide webhook and is hidden from other accounts', async () => {
    const all = (await call('createAccountWebhook', { key: account.key, body: { url: receiver.url } })).body;
    const form = newFormId(systemRandom);
    const made = newDelivery(all.id, newSubmissionId(form, Date.now(), systemRandom), Date.now());
    await chain.deliveries.create(failWithoutAttempt(made, 'HTTP 503', Date.now() - MINUTE));
    const since = iso(Date.now() - DAY);
    const { body } = await call('recoverWebhook', at(all.id, { since }));
    expect(body.deliveries).toBe(1);
    expect((await call('getRecovery', at(body.recovery_id))).body.webhook_id).toBe(all.id);
    const { key } = await newAccount(chain.stores);
    const id = all.id;
    expect((await call('recoverWebhook', { key, path: { id }, body: { since } })).status).toBe(404);
    expect((await call('listRecoveries', { key, path: { id } })).status).toBe(404);
    expect((await call('getRecovery', { key, path: { id: body.recovery_id } })).status).toBe(404);
  });

  it("lists a webhook's recoveries, newest first, page by page", async () => {
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { recovery_id } = (await recover({ since: iso(Date.now() - MINUTE) })).body;
      await recoverAll(chain, { recovery_id, step: 0 });
      made.unshift(recovery_id);
    }
    const first = (await call('listRecoveries', { ...at(webhook.id), query: { limit: '2' } })).body;
    const cursor = first.next_cursor;
    const second = (await call('listRecoveries', { ...at(webhook.id), query: { limit: '2', cursor } })).body;
    expect([...first.data, ...second.data].map(({ id }: any) => id)).toEqual(made);
    expect(second.next_cursor).toBeNull();
  });
});
