/**
 * Makes the store throttle and refuse requests at random, as DynamoDB can, and checks that nothing is lost or
 * duplicated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startService, type RunningService } from '../support/service/service.ts';

/**
 * Three percent of the functions' requests to the store fail. At a higher rate, a delivery message would
 * almost certainly fail and wait for its visibility timeout of 90 seconds.
 */
const env = {
  SVC_STORE_FAULTS: '0.03',
  // Same stack as in `kill-and-restart.test.ts`, so that it's only synthesized once.
  SVC_TIME_SCALE: '100',
  SVC_SETTINGS: '{"webhookDeadlineSeconds":2}',
};
const POSTS = 10;
const POSTERS = 3;

let service: RunningService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startService({ env }), startReceiver()]);
}, 120_000);
afterAll(async () => {
  await Promise.all([service.stop(), receiver.stop()]);
});

/** Retries a request while the service is unavailable, as a client would. */
async function steadily<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < 100; attempt += 1) {
    const answer = await ask();
    if (answer.status < 500) return answer;
    await sleep(50);
  }
  throw new Error('The service did not become available');
}

const manage = (method: string, path: string, body?: unknown) =>
  steadily(() => service.manage(method, path, body));

/** Fetches all pages of a list. */
async function all(path: string): Promise<any[]> {
  const found: any[] = [];
  for (let cursor = ''; ;) {
    const { body } = await manage('GET', `${path}${cursor}`);
    found.push(...body.data);
    if (!body.next_cursor) return found;
    cursor = `?cursor=${encodeURIComponent(body.next_cursor as string)}`;
  }
}

it('stores, delivers, and counts every submission exactly once', async () => {
  const { body: form } = await manage('POST', '/v1/forms', {
    name: 'Throttled',
    // Submissions that fail halfway also count towards the rate limit.
    rate_limit: 10_000,
  });
  const { body: webhook } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
  const accepted: string[] = [];
  const numbers = Array.from({ length: POSTS }, (_, number) => number);
  const post = async (): Promise<void> => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const sent = new URLSearchParams({ count: String(number) }).toString();
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': `post-${number}`,
      };
      const answer = await steadily(() =>
        service.request(`/v1/f/${form.slug}`, { method: 'POST', body: sent, headers }),
      );
      expect([200, 201]).toContain(answer.status);
      accepted.push(((await answer.json()) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: POSTERS }, post));
  expect(new Set(accepted).size).toBe(POSTS);

  const stored = await all(`/v1/forms/${form.id}/submissions`);
  expect(stored.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  const contents = stored.map(({ payload }) => Number(payload.count)).toSorted((a, b) => a - b);
  expect(contents).toEqual(Array.from({ length: POSTS }, (_, number) => number));

  // A webhook request can be sent more than once, as documented, but each submission has only one delivery.
  for (const id of accepted) await receiver.untilOne(({ body }) => body.data['submission_id'] === id);
  let deliveries: any[] = [];
  while (deliveries.length < POSTS || deliveries.some(({ status }) => status !== 'succeeded')) {
    await sleep(100);
    deliveries = await all(`/v1/webhooks/${webhook.id}/deliveries`);
    expect(deliveries.length).toBeLessThanOrEqual(POSTS);
  }
  expect(deliveries.map((each) => each.submission_id).toSorted()).toEqual(accepted.toSorted());
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(POSTS);

  const counted = async (): Promise<number> =>
    (await manage('GET', `/v1/forms/${form.id}/statistics`)).body.received as number;
  while ((await counted()) < POSTS) await sleep(100);
  expect(await counted()).toBe(POSTS);
}, 300_000);
