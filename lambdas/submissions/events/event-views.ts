/** The events that webhooks receive, as the API describes them (docs/specification.md, "Webhook events"). */
import * as z from 'zod';
import { attachmentView } from '../../files/attachment.ts';

export const events = ['submission.created', 'webhook.test'] as const;
export type WebhookEvent = (typeof events)[number];

const envelope = z.object({
  type: z.string(),
  id: z
    .string()
    .startsWith('whd_')
    .describe('The delivery. All its attempts have it: deduplicate on it alone.'),
  created_at: z.iso
    .datetime({ precision: 3 })
    .describe('When this attempt was made; in a list, when the submission was received.'),
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
