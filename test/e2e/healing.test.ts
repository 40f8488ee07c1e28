/** Tests that a webhook with `auto_recover` automatically receives the submissions that it missed. */
import { randomUUID } from 'node:crypto';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const SUBMISSIONS = 3;
/** All attempts of all deliveries fail, and so does the first probe. */
const FAILURES = SUBMISSIONS * 5 + 1;

let service: ServiceUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  service = await sharedServiceAccount();
  receiver = await startReceiver((count) => (count <= FAILURES ? 500 : 200));
});
afterAll(() => receiver.stop());

it('probes a failing endpoint and sends everything that it missed when it works again', async () => {
  const { body: form } = await service.manage('POST', '/v1/forms', { name: `Form ${randomUUID()}` });
  const settings = { url: receiver.url, auto_recover: true };
  const { body: webhook } = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, settings);
  expect(webhook).toMatchObject({ auto_recover: true, health: { last_failure: null } });
  for (let number = 0; number < SUBMISSIONS; number += 1) {
    const body = new URLSearchParams({ number: String(number) });
    expect((await service.request(`/v1/f/${form.slug}`, { method: 'POST', body })).status).toBe(201);
  }

  const received = await receiver.until(FAILURES + SUBMISSIONS);
  const accepted = received.slice(FAILURES).map(({ body }) => body.id);
  expect(new Set(accepted).size).toBe(SUBMISSIONS);
  const probe = received[FAILURES]!.headers;
  expect(probe['x-svc-attempt']).toBe('5');
  const { body: delivery } = await service.manage('GET', `/v1/deliveries/${String(probe['x-svc-delivery'])}`);
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 7 });
  expect(delivery.log.slice(-2)).toMatchObject([
    { probe: true, status_code: 500 },
    { probe: true, status_code: 200 },
  ]);

  const { body: healed } = await service.manage('GET', `/v1/webhooks/${webhook.id}`);
  expect(healed.health).toMatchObject({
    failing_since: null,
    last_failure: { until: expect.any(String), deliveries: SUBMISSIONS },
  });
  const { body: recoveries } = await service.manage('GET', `/v1/webhooks/${webhook.id}/recoveries`);
  expect(recoveries.data).toMatchObject([
    { actor: { type: 'service' }, since: healed.health.last_failure.since, deliveries: SUBMISSIONS - 1 },
  ]);
}, 120_000);
