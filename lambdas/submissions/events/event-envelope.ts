/**
 * Builds the JSON of an event. Webhook requests and samples use the same format (docs/specification.md,
 * "Webhook events").
 */
import { timestamp } from '../../core/clock.ts';
import { deliveryIdOf, newWebhookId, occasionDeliveryId, type Occasion } from '../../core/ids.ts';
import { toAttachmentViews, type LinkOrigin } from '../../files/attachment.ts';
import { payloadObject } from '../../core/payload.ts';
import type { Submission } from '../submission.ts';
import type { WebhookEvent } from './event-views.ts';

/** Builds an event in the format that receivers get, with the fields in the order used in the specification. */
export function eventEnvelope(
  { id, event, data }: { id: string; event: WebhookEvent; data: Record<string, unknown> },
  now: number,
) {
  return { type: event, id, created_at: timestamp(now), data };
}

/**
 * Builds the event's `data`. A test ping has no submission, and a test ping to an account-wide webhook has no
 * form.
 * @param facts details of a change, a deletion or a failed delivery
 */
export function eventData(
  event: WebhookEvent,
  formId: string | null,
  submission: Submission | undefined,
  links: LinkOrigin,
  facts: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  if (event === 'webhook.test') return { form_id: formId, sample: true };
  if (event === 'submission.deleted' || event === 'delivery.failed') return facts;
  if (!submission) throw new TypeError('A submission event needs a submission');
  const { submission_id, form_id, payload } = submission;
  return {
    submission_id,
    form_id,
    payload: payloadObject(payload),
    files: toAttachmentViews(submission, links),
    ...facts,
  };
}

/**
 * Returns the id of an event that isn't sent to a webhook. Derives it from a fixed webhook id, so that the
 * same event always has the same id.
 * @param occasion undefined for the submission itself
 */
export function eventIdOf(formId: string, submissionId: string, occasion?: Occasion): string {
  const noWebhook = newWebhookId(formId, (count) => new Uint8Array(count));
  return occasion
    ? occasionDeliveryId(noWebhook, submissionId, occasion)
    : deliveryIdOf(noWebhook, submissionId);
}

/**
 * Builds the event for a submission that a client reads in a list or as a sample. The event has the same id
 * each time the client reads the submission.
 */
export function readEvent(submission: Submission, links: LinkOrigin, at: number) {
  const { form_id, submission_id } = submission;
  const event = 'submission.created';
  const data = eventData(event, form_id, submission, links);
  return eventEnvelope({ id: eventIdOf(form_id, submission_id), event, data }, at);
}
