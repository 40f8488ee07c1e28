import {
  deliveryIdOf,
  formIdOf,
  newFormId,
  newSubmissionId,
  newWebhookId,
  parentsOfDelivery,
  submissionIdBound,
} from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const formId = newFormId(systemRandom);

it('gives every kind its prefix', () => {
  expect(formId).toMatch(/^frm_[0-9A-Z]{10}$/);
  expect(newSubmissionId(formId, 1, systemRandom)).toMatch(/^sub_[0-9A-Z]{36}$/);
  expect(newWebhookId(formId, systemRandom)).toMatch(/^wh_[0-9A-Z]{20}$/);
});

it('lets a child tell its form, and nothing else', () => {
  expect(formIdOf(newSubmissionId(formId, Date.now(), systemRandom))).toBe(formId);
  expect(formIdOf(newWebhookId(formId, systemRandom))).toBe(formId);
  for (const other of ['', 'sub_', formId, 'sub_../../etc', `${newWebhookId(formId, systemRandom)}x`]) {
    expect(formIdOf(other)).toBeUndefined();
  }
});

it('derives one delivery id from submission and webhook, and both from it', () => {
  const submissionId = newSubmissionId(formId, Date.now(), systemRandom);
  const webhookId = newWebhookId(formId, systemRandom);
  const deliveryId = deliveryIdOf(webhookId, submissionId);
  expect(deliveryId).toMatch(/^whd_/);
  expect(deliveryIdOf(webhookId, submissionId)).toBe(deliveryId);
  expect(parentsOfDelivery(deliveryId)).toEqual({ formId, webhookId, submissionId });
});

it('sorts submissions of a form by time, and bounds between two moments', () => {
  const at = (ms: number): string => newSubmissionId(formId, ms, systemRandom);
  expect(at(1000) < at(1001)).toBe(true);
  expect(submissionIdBound(formId, 1001) > at(1000)).toBe(true);
  expect(submissionIdBound(formId, 1001) <= at(1001)).toBe(true);
  expect(submissionIdBound(formId, 0) < at(2)).toBe(true);
  expect(submissionIdBound(formId, -5)).toBe(submissionIdBound(formId, 0));
});
