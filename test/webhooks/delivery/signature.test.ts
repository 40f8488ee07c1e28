import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedEnvelope } from '../../../lambdas/webhooks/delivery/envelope.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newWebhookSecret } from '../../../lambdas/webhooks/webhook.ts';

const secret = newWebhookSecret(systemRandom);
const now = Date.now();
const delivery = {
  id: 'whd_1',
  event: 'submission.created',
  attempt: 2,
  data: { payload: { name: 'Grüße 🙂' } },
} as const;

it('has the specified envelope and headers', () => {
  const { body, headers } = signedEnvelope(delivery, [secret], now);
  expect(JSON.parse(body)).toEqual({
    type: 'submission.created',
    id: 'whd_1',
    created_at: new Date(now).toISOString(),
    data: delivery.data,
  });
  expect(headers).toMatchObject({
    'x-svc-event': 'submission.created',
    'x-svc-delivery': 'whd_1',
    'x-svc-attempt': '2',
    'user-agent': 'svc-Webhooks/1',
    'x-svc-hop': '1',
    'content-type': 'application/json',
  });
});

it('signs the raw bytes with the full secret', () => {
  const { body, headers } = signedEnvelope(delivery, [secret], now);
  const expected = createHmac('sha256', secret).update(Buffer.from(body, 'utf8')).digest('hex');
  expect(headers['x-svc-signature']).toBe(`sha256=${expected}`);
});

it('can be verified with the public Standard Webhooks library', () => {
  const { body, headers } = signedEnvelope(delivery, [secret], now);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});
