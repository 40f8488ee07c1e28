/** The named schemas of webhook events. */
import * as z from 'zod';
import { attachmentView } from '../../files/attachment.ts';
import { DELIVERY_ID, FORM_ID, SUBMISSION_ID } from './example-ids.ts';
import { submissionExample } from './submission-schemas.ts';
import { responseSchema } from './named-schema.ts';

/** The envelope of every event (docs/specification.md, "Webhook events"). */
const envelope = z.object({
  type: z.string(),
  id: z
    .string()
    .startsWith('whd_')
    .describe('The delivery. All its attempts have it: deduplicate on it alone.'),
  created_at: z.iso.datetime({ precision: 3 }).describe('When this attempt was made.'),
});

export const submissionCreated = envelope.extend({
  type: z.literal('submission.created'),
  data: z.object({
    submission_id: z.string(),
    form_id: z.string(),
    payload: z.record(z.string(), z.string()).describe('The stored fields.'),
    files: z.array(attachmentView),
  }),
});

export const webhookTest = envelope.extend({
  type: z.literal('webhook.test'),
  data: z.object({
    form_id: z.string().nullable().describe('Null when the webhook is one of all forms.'),
    sample: z.literal(true),
  }),
});

const CREATED_AT = '2026-11-20T09:30:00.412Z';

export const eventSchemas = [
  responseSchema('SubmissionCreatedEvent', submissionCreated, 'A submission was accepted.', {
    type: 'submission.created',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: {
      submission_id: SUBMISSION_ID,
      form_id: FORM_ID,
      payload: submissionExample.payload,
      files: submissionExample.attachments,
    },
  }),
  responseSchema('WebhookTestEvent', webhookTest, 'A test ping was requested; it has no submission.', {
    type: 'webhook.test',
    id: DELIVERY_ID,
    created_at: CREATED_AT,
    data: { form_id: FORM_ID, sample: true },
  }),
];
