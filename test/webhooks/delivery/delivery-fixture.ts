/**
 * Sets up the delivery functions on emulators. Importing this file starts the emulators before the tests.
 */
import type { DeliveryDeps } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { startAttempt } from '../../../lambdas/webhooks/delivery/delivery-state.ts';
import { deliveryIdOf } from '../../../lambdas/core/ids.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import type { SubmissionChange } from '../../../lambdas/submissions/submission-stream.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { fanOut } from '../../simulation/functions.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

export let chain: DeliveryChain;
export const open: Receiver[] = [];

beforeAll(async () => {
  chain = await startDeliveryChain();
});
afterAll(() => chain.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.stop()));
  chain.ladders.length = 0;
  for (let left = await chain.receive(); left.length > 0; left = await chain.receive())
    await chain.deliver(left);
  chain.ladders.length = 0;
});

export async function receiver(statusOf?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(statusOf);
  open.push(made);
  return made;
}

export const changeOf = (after: Submission, event: SubmissionChange['event'] = 'INSERT') => ({
  event,
  after,
});

/** Creates a webhook and a submission, and runs fan-out, so that the delivery is queued. */
export async function queued(
  url: string,
): Promise<{ webhook: SigningWebhook; submission: Submission; id: string }> {
  const webhook = await chain.newWebhook(url);
  const submission = await chain.newSubmission(webhook.owner_id);
  await fanOut(chain.fanOutDeps)(changeOf(submission));
  return { webhook, submission, id: deliveryIdOf(webhook.webhook_id, submission.submission_id) };
}

/** Stores a claim by another sender that started the first attempt at this time. */
export async function claimedElsewhere(
  { webhook, submission }: { webhook: SigningWebhook; submission: Submission },
  at: number,
): Promise<void> {
  const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
  const claim = { automatic: true, claim: 'another' };
  await chain.deliveries.create(startAttempt(made, claim, at, chain.config).delivery);
}

/**
 * Returns dependencies with a clock that is two seconds ahead. The submission is then read again because it
 * is no longer recent.
 */
export const later = (): DeliveryDeps => ({ ...chain.deps, now: () => Date.now() + 2001 });

export const stored = async (id: string): Promise<Delivery> =>
  (await chain.deliveries.find(`wh_${id.slice(4, 24)}`, id))!;
export const deliverAll = async (deps?: DeliveryDeps) => chain.deliver(await chain.receive(), deps);
export const message = (body: unknown) => ({ body: JSON.stringify(body), receiptHandle: 'none' });
/** Returns the message that the first retry execution queues when its wait ends. */
export const fromLadder = () => {
  const [{ name, first }] = chain.ladders as [DeliveryChain['ladders'][number]];
  return message({ delivery_id: first.delivery_id, ladder: name });
};
export const brokenLadder = (name: string) =>
  message({
    id: '3f1c2c6e-6d6b-4ee4-8d1c-1f0d5f4c9b1a',
    'detail-type': 'Step Functions Execution Status Change',
    detail: { name, status: 'FAILED' },
  });
