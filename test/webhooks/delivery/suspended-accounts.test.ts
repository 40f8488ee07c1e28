/**
 * Tests the deliveries of a suspended account. They are marked as failed without being attempted, and can be
 * replayed after the suspension.
 */
import { deliveryIdOf } from '../../../lambdas/core/ids.ts';
import { replay } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { fanOut } from '../../simulation/functions.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

let chain: DeliveryChain;
let receiver: Receiver;
const config = { deadlineMs: 2000, maxAttempts: 5, retryWaitsSeconds: [1, 10, 60, 600], disableAfterDays: 5 };

beforeAll(async () => {
  [chain, receiver] = await Promise.all([startDeliveryChain(), startReceiver()]);
});
afterAll(() => Promise.all([chain.stop(), receiver.stop()]));

it('fails with a plain reason, refuses replays, and sends again after the suspension ends', async () => {
  const webhook = await chain.newWebhook(receiver.url);
  const submission = await chain.newSubmission(webhook.owner_id);
  const { submission_id } = submission;
  await fanOut(chain.fanOutDeps)({ event: 'INSERT', after: submission });
  const id = deliveryIdOf(webhook.webhook_id, submission_id);
  const stored = () => chain.deliveries.find(webhook.webhook_id, id);

  chain.suspended.add(submission.account_id);
  // For two seconds after a submission is accepted, senders don't read the account again. Use a clock that is
  // past this time.
  const later = { ...chain.deps, now: () => Date.now() + 2001 };
  await chain.deliver(await chain.receive(), later);
  expect(await stored()).toMatchObject({
    status: 'failed',
    attempts: 0,
    last_error: 'the account is suspended',
    next_attempt_at: null,
    log: [],
  });
  await expect(replay(id, chain.deps, config)).rejects.toMatchObject({ name: 'AccountSuspended' });
  expect(receiver.received).toEqual([]);

  chain.suspended.clear();
  expect(await replay(id, chain.deps, config)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect(receiver.received).toHaveLength(1);
});
