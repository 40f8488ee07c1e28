/**
 * Defines the schemas of webhook events for the API description (docs/specification.md, "Webhook events").
 */
import * as z from 'zod';
import { actorTypes } from '../../core/caller.ts';
import { attachmentView } from '../../files/attachment.ts';

/** The events that a webhook can subscribe to. */
export const askableEvents = [
  'submission.created',
  'submission.updated',
  'submission.deleted',
  'delivery.failed',
] as const;
export type AskableEvent = (typeof askableEvents)[number];

export const events = [...askableEvents, 'webhook.test'] as const;
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

/** The properties of a submission that an event can list as changed, in the order of that list. */
export const changedMembers = ['status', 'starred', 'read', 'note', 'assignee', 'labels', 'handled'] as const;

/** Details of the change in a `submission.updated` event. */
export const submissionChangeFacts = z.object({
  changed: z.array(z.enum(changedMembers)).describe('What changed, at least one of these.'),
  actor: z
    .object({ type: z.enum(actorTypes), id: z.string(), name: z.string() })
    .describe('Who changed the submission.'),
});
export type SubmissionChangeFacts = z.infer<typeof submissionChangeFacts>;

export const submissionUpdated = envelope.extend({
  type: z.literal('submission.updated'),
  data: submissionCreated.shape.data.extend(submissionChangeFacts.shape),
});

export const deletionReasons = ['deleted', 'expired', 'erased'] as const;
export type DeletionReason = (typeof deletionReasons)[number];

/** Details of the deletion in a `submission.deleted` event, apart from the ids. */
export const deletionFacts = z.object({
  deleted_at: z.iso.datetime({ precision: 3 }).describe('When the submission was deleted.'),
  reason: z
    .enum(deletionReasons)
    .describe(
      '`deleted` if someone deleted it, `expired` if its retention period ended, `erased` if the sender’s data was erased.',
    ),
});
export type DeletionFacts = z.infer<typeof deletionFacts>;

export const submissionDeleted = envelope.extend({
  type: z.literal('submission.deleted'),
  data: z.object({ submission_id: z.string(), form_id: z.string() }).extend(deletionFacts.shape),
});

/** Details of the failed delivery in a `delivery.failed` event. */
export const deliveryFailureFacts = z.object({
  delivery_id: z.string().describe('ID of the delivery that failed.'),
  webhook_id: z.string().describe('ID of the webhook that did not receive it.'),
  submission_id: z.string(),
  form_id: z.string(),
  attempts: z.int().describe('Number of attempts that were made.'),
  last_error: z.string().nullable().describe('Why the last attempt failed.'),
});
export type DeliveryFailureFacts = z.infer<typeof deliveryFailureFacts>;

export const deliveryFailed = envelope.extend({
  type: z.literal('delivery.failed'),
  data: deliveryFailureFacts,
});

export const webhookTest = envelope.extend({
  type: z.literal('webhook.test'),
  data: z.object({
    form_id: z.string().nullable().describe('Null if the webhook receives the submissions of all forms.'),
    sample: z.literal(true),
  }),
});
