/** Defines the named schemas for webhook events. */
import { DELIVERY_ID, FORM_ID, SUBMISSION_ID } from './example-ids.ts';
import { submissionExample } from './submission-schemas.ts';
import { submissionCreated, webhookTest } from '../../../submissions/events/event-views.ts';
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
  responseSchema('WebhookTestEvent', webhookTest, 'A test ping was requested. It has no submission.', {
    type: 'webhook.test',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: { form_id: FORM_ID, sample: true },
  }),
];
