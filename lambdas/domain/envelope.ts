/** The JSON that a webhook receives, and the headers that go with it (specification, "Events"). */
import { presentAttachments, type LinkOrigin } from './attachment.ts';
import { timestamp } from './clock.ts';
import type { WebhookEvent } from './delivery.ts';
import { standardWebhooksHeaders, svcSignature } from './signature.ts';
import type { Submission } from './submission.ts';

export const USER_AGENT = 'svc-Webhooks/1';
/** The highest number that `x-svc-attempt` carries. */
const HIGHEST_ATTEMPT = 5;

export function submissionCreatedData(of: Submission, links: LinkOrigin): Record<string, unknown> {
  const { submission_id, form_id, payload } = of;
  return { submission_id, form_id, payload, files: presentAttachments(of, links) };
}

/** One signed request. `created_at` is the time of this attempt, the id that of the delivery. */
export function signedRequest(
  delivery: { id: string; event: WebhookEvent; attempt: number; data: Record<string, unknown> },
  webhook: { secret: string },
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
      'x-svc-signature': svcSignature(webhook.secret, body),
      ...standardWebhooksHeaders([webhook.secret], { id: delivery.id, at: now, body }),
    },
  };
}
