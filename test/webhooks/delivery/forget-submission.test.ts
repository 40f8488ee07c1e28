/**
 * Tests that deleting a submission also removes the parts of it that an endpoint echoed in its response.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deliveryIdOf } from '../../../lambdas/core/ids.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { forgetSubmission } from '../../../lambdas/webhooks/delivery/forget-submission.ts';
import { recordLateOutcome } from '../../../lambdas/webhooks/delivery/record-outcome.ts';
import { runNextAttempt } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { webhookIdsOf } from '../../../lambdas/webhooks/webhook-id-store.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';

let chain: DeliveryChain;
let server: Server;
/**
 * Called when a request has arrived. When the promise resolves, the endpoint responds with the request's
 * content.
 */
let beforeResponse: () => Promise<void>;

beforeAll(async () => {
  chain = await startDeliveryChain({ deadlineMs: 20_000 });
  server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      await beforeResponse();
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await chain.stop();
});
beforeEach(() => {
  beforeResponse = () => Promise.resolve();
});

/** Creates a submission and its delivery to the endpoint. */
async function made() {
  const webhook = await chain.newWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const submission = await chain.newSubmission(webhook.owner_id);
  const deliveryId = deliveryIdOf(webhook.webhook_id, submission.submission_id);
  await chain.deliveries.create(newDelivery(webhook.webhook_id, submission.submission_id, Date.now()));
  const find = async (): Promise<Delivery> =>
    (await chain.deliveries.find(webhook.webhook_id, deliveryId)) as Delivery;
  const attempt = () => runNextAttempt(deliveryId, chain.deps, chain.config);
  return { webhook, submission, deliveryId, find, attempt };
}

const forget = (replaceDelivery = chain.deps.replaceDelivery) =>
  forgetSubmission({
    webhookIds: webhookIdsOf(chain.stores.db, chain.stores.tables.webhooks),
    deliveriesOf: chain.deliveries.ofSubmission,
    findDelivery: chain.deps.findDelivery,
    replaceDelivery,
  });

const excerptsOf = ({ log }: Delivery) => log.map(({ response_excerpt }) => response_excerpt);

it('removes the response excerpts and keeps the rest of the log', async () => {
  const { submission, find, attempt } = await made();
  await attempt();
  const before = await find();
  expect(excerptsOf(before)).toEqual([expect.stringContaining('Ada')]);
  await forget()(submission);
  const after = await find();
  expect(after).toEqual({
    ...before,
    submission_deleted: true,
    version: before.version + 1,
    log: [{ ...before.log[0], response_excerpt: null }],
  });
  // Running the deletion again changes nothing.
  await forget()(submission);
  expect(await find()).toEqual(after);
});

it('also removes the excerpts from the deliveries of a webhook that was deleted earlier', async () => {
  const { webhook, submission, find, attempt } = await made();
  await attempt();
  await chain.webhooks.delete(webhook.owner_id, webhook.webhook_id);
  await forget()(submission);
  expect(excerptsOf(await find())).toEqual([null]);
});

it('stores no excerpt from a response that arrives later', async () => {
  const { submission, find, attempt } = await made();
  beforeResponse = () => forget()(submission);
  await attempt();
  expect(await find()).toMatchObject({
    status: 'succeeded',
    log: [{ status_code: 200, response_excerpt: null }],
  });
});

it('stores no excerpt from an outcome that the sender passed to the queue', async () => {
  const { submission, deliveryId, find, attempt } = await made();
  beforeResponse = () => forget()(submission);
  let handedOver: Parameters<typeof chain.deps.handOver>[0] | undefined;
  let writes = 0;
  const failing = {
    ...chain.deps,
    // Simulates a failure in which the claim is stored but the outcome isn't.
    replaceDelivery: (before: Delivery, after: Delivery) => {
      writes += 1;
      if (writes > 1) return Promise.reject(new Error('The table is down'));
      return chain.deps.replaceDelivery(before, after);
    },
    handOver: (outcome: NonNullable<typeof handedOver>) => Promise.resolve(void (handedOver = outcome)),
  };
  await runNextAttempt(deliveryId, failing, chain.config);
  expect(handedOver?.outcome.response_excerpt).toContain('Ada');
  await recordLateOutcome(handedOver!, chain.deps, chain.config);
  expect(excerptsOf(await find())).toEqual([null]);
  expect(await attempt()).toEqual({ kind: 'finished' });
});

it('removes the excerpt even if an outcome is recorded at the same time', async () => {
  const { submission, find, attempt } = await made();
  let isFirst = true;
  // Simulates a race: the outcome is recorded after the delivery is read but before it's written.
  const racing = forget(async (before, after) => {
    if (isFirst) {
      isFirst = false;
      await attempt();
    }
    return chain.deps.replaceDelivery(before, after);
  });
  await racing(submission);
  expect(excerptsOf(await find())).toEqual([null]);
});
