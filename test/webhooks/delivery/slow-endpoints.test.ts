/** Tests deliveries to slow endpoints, which use a separate queue. */
import { deliveryIdOf } from '../../../lambdas/core/ids.ts';
import { timestamp } from '../../../lambdas/core/clock.ts';
import type { DeliveryDeps } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { createDeliveries } from '../../../lambdas/outbox/create-deliveries.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { deliver } from '../../simulation/functions.ts';
import { deliveryTask } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

let chain: DeliveryChain;
let target: Receiver;
let webhook: SigningWebhook;

beforeAll(async () => {
  chain = await startDeliveryChain();
  target = await startReceiver();
});
afterAll(() => Promise.all([chain.stop(), target.stop()]));
beforeEach(async () => {
  webhook = await chain.newWebhook(target.url);
});

/** Queues a delivery and returns its id. */
async function queued(): Promise<string> {
  const submission = await chain.newSubmission(webhook.owner_id);
  await createDeliveries({ ...submission, released: false }, chain.fanOutDeps);
  return deliveryIdOf(webhook.webhook_id, submission.submission_id);
}
const read = () => chain.deps.findWebhook(webhook.owner_id, webhook.webhook_id);
const inMinutes = (minutes: number): string => timestamp(Date.now() + minutes * 60_000);
/** Returns dependencies that skip the two-second wait after which an endpoint counts as slow. */
const impatient = (): DeliveryDeps => ({ ...chain.deps, pause: () => Promise.resolve() });

it('marks an endpoint as slow while waiting for its response', async () => {
  await queued();
  let noted: string | undefined;
  const send: DeliveryDeps['send'] = async (request) => {
    while (noted === undefined) noted = (await read())?.slow_until;
    return chain.deps.send(request);
  };
  await chain.deliver(await chain.receive(), { ...impatient(), send });
  expect(Math.abs(Date.parse(noted!) - Date.parse(inMinutes(10)))).toBeLessThan(60_000);
});

it("doesn't mark an endpoint that responds immediately and leaves no timer", async () => {
  await queued();
  let ended: boolean | undefined;
  const pause: DeliveryDeps['pause'] = (_, signal) =>
    new Promise((resolve) => signal!.addEventListener('abort', () => resolve((ended = true) as never)));
  await chain.deliver(await chain.receive(), { ...chain.deps, pause });
  expect(ended).toBe(true);
  expect(await read()).not.toHaveProperty('slow_until');
});

it("delivers even if the endpoint can't be marked as slow", async () => {
  const id = await queued();
  const health = { ...chain.deps.health, markSlow: () => Promise.reject(new Error('throttled')) };
  expect(await chain.deliver(await chain.receive(), { ...impatient(), health })).toEqual({
    batchItemFailures: [],
  });
  expect(await chain.deliveries.find(webhook.webhook_id, id)).toMatchObject({ status: 'succeeded' });
});

it.each([
  ['the first attempt', undefined],
  ['a scheduled retry', 'ladder'],
])('makes %s at a slow endpoint from a separate queue', async (_, ladder) => {
  await chain.deps.health.markSlow(webhook, inMinutes(1));
  const id = await queued();
  const before = target.received.length;
  const messages = (await chain.receive()).map((message) => ({
    ...message,
    body: JSON.stringify({ ...JSON.parse(message.body), ladder }),
  }));
  expect(await chain.deliver(messages)).toEqual({ batchItemFailures: [] });
  expect(target.received).toHaveLength(before);
  // The delivery may stay in the slow-endpoint queue for a long time, so it's added to the delivery log and
  // the overdue index.
  expect(await chain.deliveries.find(webhook.webhook_id, id)).toMatchObject({
    status: 'pending',
    attempts: 0,
    check_at: expect.any(String),
  });

  const moved = await chain.receive('SlowDeliveriesQueue');
  expect(moved.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ delivery_id: id, slow: true }]);
  await chain.deliver(moved);
  expect(await chain.deliveries.find(webhook.webhook_id, id)).toMatchObject({
    status: 'succeeded',
    attempts: 1,
  });
  expect(await chain.receive('SlowDeliveriesQueue')).toEqual([]);
});

it.each([
  ['slow', true],
  ['other', false],
])(
  'returns a message for %s deliveries to its own queue while an attempt is in progress',
  async (_, slow) => {
    const id = await queued();
    const [message] = await chain.receive();
    const cameBack: string[] = [];
    const noting = (queue: string) => ({
      delay: (receipt: string) => Promise.resolve(void cameBack.push(`${receipt} to ${queue}`)),
      addSlow: () => Promise.reject(new Error('not to be moved')),
    });
    const { config, deps } = chain;
    const queues = { queue: noting('deliveries'), slowQueue: noting('slow deliveries') };
    const handle = (given: DeliveryDeps) =>
      deliver({ deps: { ...deps, ...given }, config, ...queues, ladder: { start: () => Promise.resolve() } })(
        deliveryTask.parse({ ...JSON.parse(message!.body), ...(slow && { slow }) }),
        { receiptHandle: 'receipt' },
      );
    const send: DeliveryDeps['send'] = async (request) => {
      await expect(handle(deps)).rejects.toThrow(id);
      return deps.send(request);
    };
    await handle({ ...deps, send });
    expect(cameBack).toEqual([`receipt to ${slow ? 'slow deliveries' : 'deliveries'}`]);
    expect(await chain.deliveries.find(webhook.webhook_id, id)).toMatchObject({ attempts: 1 });
  },
);

it("doesn't move a delivery without a pending attempt, such as one to a disabled webhook", async () => {
  await chain.deps.health.markSlow(webhook, inMinutes(1));
  const id = await queued();
  await chain.webhooks.change(webhook.owner_id, webhook.webhook_id, { enabled: false }, Date.now());
  await chain.deliver(await chain.receive());
  expect(await chain.deliveries.find(webhook.webhook_id, id)).toMatchObject({
    status: 'failed',
    last_error: 'the webhook was disabled',
  });
  expect(await chain.receive('SlowDeliveriesQueue')).toEqual([]);
});
