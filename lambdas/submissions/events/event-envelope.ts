/** The JSON of an event, the same in requests to webhooks and in samples of them (docs/specification.md, "Webhook events"). */
import { timestamp } from '../../core/clock.ts';
import { deliveryIdOf, newWebhookId } from '../../core/ids.ts';
import { toAttachmentViews, type LinkOrigin } from '../../files/attachment.ts';
import { payloadObject } from '../../core/payload.ts';
import type { Submission } from '../submission.ts';
import type { WebhookEvent } from './event-views.ts';

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

/**
 * A submission as the event of it that a client reads for itself, in lists and as a sample. Its id is that of the
 * delivery to a webhook that no form has: the same whenever the submission is read.
 */
export function readEvent(submission: Submission, links: LinkOrigin, at: number) {
  const { form_id, submission_id } = submission;
  const noWebhook = newWebhookId(form_id, (count) => new Uint8Array(count));
  const event = 'submission.created';
  const data = eventData(event, form_id, submission, links);
  return eventEnvelope({ id: deliveryIdOf(noWebhook, submission_id), event, data }, at);
}
