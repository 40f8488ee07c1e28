/** The JSON of an event, the same in requests to webhooks and in samples of them (docs/specification.md, "Webhook events"). */
import { timestamp } from '../../core/clock.ts';
import { toAttachmentViews, type LinkOrigin } from '../../files/attachment.ts';
import { payloadObject } from '../../submissions/payload.ts';
import type { Submission } from '../../submissions/submission.ts';
import type { WebhookEvent } from './delivery.ts';

/** An event as a receiver gets it, its members in the order of the specification. */
export function eventEnvelope(
  { id, event, data }: { id: string; event: WebhookEvent; data: Record<string, unknown> },
  now: number,
) {
  return { type: event, id, created_at: timestamp(now), data };
}

/** The event's `data`; a test ping has no submission, and one to a webhook of all forms no form. */
export function eventData(
  event: WebhookEvent,
  formId: string | null,
  submission: Submission | undefined,
  links: LinkOrigin,
): Record<string, unknown> {
  if (event === 'webhook.test') return { form_id: formId, sample: true };
  if (!submission) throw new TypeError('An event of a submission needs one');
  const { submission_id, form_id, payload } = submission;
  return {
    submission_id,
    form_id,
    payload: payloadObject(payload),
    files: toAttachmentViews(submission, links),
  };
}
