import { deliveryIdOf, occasionDeliveryId, parentsOfDelivery } from '../../../lambdas/core/ids.ts';
import { ladderName } from '../../../lambdas/webhooks/delivery/retry-ladder-client.ts';

const SUBMISSION = 'sub_777777777701KBANANAS0000000000000000';
const WEBHOOK = 'wh_7777777777AAAAAAAAAA';
const OF_ACCOUNT = 'wh_888888888888AAAAAAAAAA';
const failure = { kind: 'failure', deliveryId: deliveryIdOf(WEBHOOK, SUBMISSION), attempts: 5 } as const;
const occasions = [{ kind: 'change', version: 1234567 }, { kind: 'deletion' }, failure] as const;

describe.each([WEBHOOK, OF_ACCOUNT])('occasionDeliveryId for %s', (webhookId) => {
  it.each(occasions)("begins with the delivery's ID and has the same parents: $kind", (occasion) => {
    const plain = deliveryIdOf(webhookId, SUBMISSION);
    const id = occasionDeliveryId(webhookId, SUBMISSION, occasion);
    expect(id.startsWith(`${plain}_`)).toBe(true);
    expect(parentsOfDelivery(id)).toEqual(parentsOfDelivery(plain));
    expect(occasionDeliveryId(webhookId, SUBMISSION, occasion)).toBe(id);
  });

  it.each(occasions)('fits into the name of a retry execution: $kind', (occasion) => {
    const id = occasionDeliveryId(webhookId, SUBMISSION, occasion);
    const name = ladderName(id, '2026-11-30T10:00:00.000Z');
    expect(name).toMatch(/^[\w-]{1,80}$/);
    expect(name.split('-')[0]).toBe(id);
  });
});

it('has a different ID for each change and each failure', () => {
  const ids = [
    occasionDeliveryId(WEBHOOK, SUBMISSION, { kind: 'change', version: 1 }),
    occasionDeliveryId(WEBHOOK, SUBMISSION, { kind: 'change', version: 2 }),
    occasionDeliveryId(OF_ACCOUNT, SUBMISSION, failure),
    occasionDeliveryId(OF_ACCOUNT, SUBMISSION, { ...failure, attempts: 10 }),
  ];
  expect(new Set(ids).size).toBe(4);
});
