import {
  deliveryIdBound,
  deliveryIdOf,
  formIdOf,
  newAccountId,
  newFormId,
  newSubmissionId,
  newTestDeliveryId,
  newWebhookId,
  ownerIdOfWebhook,
  parentsOfDelivery,
  submissionIdBound,
} from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const formId = newFormId(systemRandom);

it('gives each kind of id its prefix', () => {
  expect(formId).toMatch(/^frm_[0-9A-Z]{10}$/);
  expect(newSubmissionId(formId, 1, systemRandom)).toMatch(/^sub_[0-9A-Z]{36}$/);
  expect(newWebhookId(formId, systemRandom)).toMatch(/^wh_[0-9A-Z]{20}$/);
});

it("reveals only the form of a child's id", () => {
  expect(formIdOf(newSubmissionId(formId, Date.now(), systemRandom))).toBe(formId);
  expect(formIdOf(newWebhookId(formId, systemRandom))).toBe(formId);
  for (const other of ['', 'sub_', formId, 'sub_../../etc', `${newWebhookId(formId, systemRandom)}x`]) {
    expect(formIdOf(other)).toBeUndefined();
  }
});

it('builds a delivery id from a submission and a webhook, and can extract both from it', () => {
  const submissionId = newSubmissionId(formId, Date.now(), systemRandom);
  const webhookId = newWebhookId(formId, systemRandom);
  const deliveryId = deliveryIdOf(webhookId, submissionId);
  expect(deliveryId).toMatch(/^whd_/);
  expect(deliveryIdOf(webhookId, submissionId)).toBe(deliveryId);
  expect(parentsOfDelivery(deliveryId)).toEqual({ ownerId: formId, formId, webhookId, submissionId });
});

it("includes the account in an account-wide webhook's id, and the form in its deliveries' ids", () => {
  const accountId = newAccountId(systemRandom);
  const webhookId = newWebhookId(accountId, systemRandom);
  expect(webhookId).toMatch(/^wh_[0-9A-Z]{22}$/);
  expect(formIdOf(webhookId)).toBeUndefined();
  expect(ownerIdOfWebhook(webhookId)).toBe(accountId);
  expect(ownerIdOfWebhook(newWebhookId(formId, systemRandom))).toBe(formId);
  const submissionId = newSubmissionId(formId, 1000, systemRandom);
  const deliveryId = deliveryIdOf(webhookId, submissionId);
  expect(parentsOfDelivery(deliveryId)).toEqual({ ownerId: accountId, formId, webhookId, submissionId });
  const ofOther = newSubmissionId(newFormId(systemRandom), 1001, systemRandom);
  expect(deliveryId < deliveryIdOf(webhookId, ofOther)).toBe(true);
  expect(
    deliveryIdBound(webhookId, 1000) <= deliveryId && deliveryId < deliveryIdBound(webhookId, 1001),
  ).toBe(true);
  const ping = newTestDeliveryId(webhookId, 1000, systemRandom);
  expect(parentsOfDelivery(ping)).toMatchObject({ ownerId: accountId, webhookId });
  expect(() => newWebhookId('acc_1', systemRandom)).toThrow(TypeError);
});

it("sorts a form's submissions by time, with bounds for a time range", () => {
  const at = (ms: number): string => newSubmissionId(formId, ms, systemRandom);
  expect(at(1000) < at(1001)).toBe(true);
  expect(submissionIdBound(formId, 1001) > at(1000)).toBe(true);
  expect(submissionIdBound(formId, 1001) <= at(1001)).toBe(true);
  expect(submissionIdBound(formId, 0) < at(2)).toBe(true);
  expect(submissionIdBound(formId, -5)).toBe(submissionIdBound(formId, 0));
});
