/** The JSON that a webhook receives, and the headers that go with it (specification, "Events"). */
import { toAttachmentViews, type LinkOrigin } from '../../files/attachment.ts';
import { timestamp } from '../../core/clock.ts';
import type { WebhookEvent } from './delivery.ts';
import { payloadObject } from '../../submissions/payload.ts';
import { standardWebhooksHeaders, svcSignature } from './signature.ts';
import type { Submission } from '../../submissions/submission.ts';

export const USER_AGENT = 'svc-Webhooks/1';
/** The highest number that `x-svc-attempt` carries. */
const HIGHEST_ATTEMPT = 5;

/** The event's `data`; a test ping has no submission. */
export function eventData(
  event: WebhookEvent,
  formId: string,
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
 * One signed request. `created_at` is the time of this attempt, the id that of the delivery.
 * @param secrets all that are valid, the present one first; `x-svc-signature` uses that one
 */
export function signedRequest(
  delivery: { id: string; event: WebhookEvent; attempt: number; data: Record<string, unknown> },
  secrets: readonly string[],
  now: number,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    type: delivery.event,
    id: delivery.id,
    created_at: timestamp(now),
    data: delivery.data,
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'x-svc-event': delivery.event,
      'x-svc-delivery': delivery.id,
      'x-svc-attempt': String(Math.min(delivery.attempt, HIGHEST_ATTEMPT)),
      'x-svc-signature': svcSignature(secrets[0] ?? '', body),
      ...standardWebhooksHeaders(secrets, { id: delivery.id, at: now, body }),
    },
  };
}
