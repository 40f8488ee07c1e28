/** Defines the named schemas for webhook events. */
import { DELIVERY_ID, FORM_ID, MEMBER_ID, SUBMISSION_ID, WEBHOOK_ID } from './example-ids.ts';
import { submissionExample } from './submission-schemas.ts';
import {
  deliveryFailed,
  submissionCreated,
  submissionDeleted,
  submissionUpdated,
  webhookTest,
} from '../../../submissions/events/event-views.ts';
import { responseSchema } from './named-schema.ts';

const CREATED_AT = '2026-11-20T09:30:00.412Z';

const createdExample = {
  type: 'submission.created' as const,
  id: DELIVERY_ID,
  created_at: CREATED_AT,
  data: {
    submission_id: SUBMISSION_ID,
    form_id: FORM_ID,
    payload: submissionExample.payload,
    files: submissionExample.attachments,
  },
};

export const eventSchemas = [
  responseSchema('SubmissionCreatedEvent', submissionCreated, 'A submission was accepted.', createdExample),
  responseSchema('SubmissionUpdatedEvent', submissionUpdated, 'A submission was changed.', {
    ...createdExample,
    type: 'submission.updated',
    data: {
      ...createdExample.data,
      changed: ['status', 'labels'],
      actor: { type: 'member', id: MEMBER_ID, name: 'Grace Hopper' },
    },
  }),
  responseSchema('SubmissionDeletedEvent', submissionDeleted, 'A submission was deleted.', {
    type: 'submission.deleted',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: {
      submission_id: SUBMISSION_ID,
      form_id: FORM_ID,
      deleted_at: '2026-11-20T09:29:58.120Z',
      reason: 'deleted',
    },
  }),
  responseSchema('DeliveryFailedEvent', deliveryFailed, 'All attempts of a delivery failed.', {
    type: 'delivery.failed',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: {
      delivery_id: DELIVERY_ID,
      webhook_id: WEBHOOK_ID,
      submission_id: SUBMISSION_ID,
      form_id: FORM_ID,
      attempts: 5,
      last_error: 'HTTP 503',
    },
  }),
  responseSchema('WebhookTestEvent', webhookTest, 'A test ping was requested. It has no submission.', {
    type: 'webhook.test',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: { form_id: FORM_ID, sample: true },
  }),
];
