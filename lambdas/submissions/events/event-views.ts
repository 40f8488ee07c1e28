/**
 * Defines the schemas of webhook events for the API description (docs/specification.md, "Webhook events").
 */
import * as z from 'zod';
import { attachmentView } from '../../files/attachment.ts';

export const events = ['submission.created', 'webhook.test'] as const;
export type WebhookEvent = (typeof events)[number];

const envelope = z.object({
  type: z.string(),
  id: z
    .string()
    .startsWith('whd_')
    .describe('ID of the delivery, the same for all attempts. Use it to deduplicate.'),
  created_at: z.iso
    .datetime({ precision: 3 })
    .describe('Time of this attempt; in a list, the time when the submission was received.'),
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
    form_id: z.string().nullable().describe('Null if the webhook receives the submissions of all forms.'),
    sample: z.literal(true),
  }),
});
