/**
 * Builds signed webhook requests: the JSON envelope and the headers (docs/specification.md, "Webhook
 * events").
 */
import { HOP_HEADER, WEBHOOK_USER_AGENT } from '../../core/web/webhook-request.ts';
import { logIdsOf, type LogIds } from '../../core/log-ids.ts';
import type { LinkOrigin } from '../../files/attachment.ts';
import { chatBody } from '../formats/webhook-format.ts';
import type { Delivery } from './delivery.ts';
import type { WebhookEvent } from '../../submissions/events/event-views.ts';
import { eventData, eventEnvelope } from '../../submissions/events/event-envelope.ts';
import { standardWebhooksHeaders, svcSignature, type SigningKeys } from './signature.ts';
import type { Submission } from '../../submissions/submission.ts';
import { secretsOfHeaders } from '../own-headers.ts';
import { livePrivateKeys } from '../signing/key-pair.ts';
import { formIdOfWebhook, liveSecrets, type SigningWebhook } from '../webhook.ts';

const HIGHEST_ATTEMPT = 5;

export interface SignedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Secrets that must not appear in the response excerpt, even if the receiver echoes them. */
  readonly secrets: readonly string[];
  /** Identifies the attempt in log lines. A test ping has no submission. */
  readonly logged: LogIds & { readonly attempt: number; readonly probe?: true };
}

/**
 * Builds request number `attempt` of a delivery, signed with the webhook's current secrets.
 * @param submission undefined for test pings, deletions and failed deliveries
 */
export function signedRequest(
  {
    delivery_id,
    event,
    facts,
    in_flight = [],
  }: Pick<Delivery, 'delivery_id' | 'event' | 'facts'> & Partial<Pick<Delivery, 'in_flight'>>,
  attempt: number,
  webhook: SigningWebhook,
  submission: Submission | undefined,
  links: LinkOrigin,
): SignedRequest {
  const secrets = liveSecrets(webhook, links.now);
  const probe = in_flight.find((each) => each.attempt === attempt)?.probe;
  const data = eventData(event, formIdOfWebhook(webhook), submission, links, facts);
  const message = chatBody(webhook.format ?? 'standard', { event, submission, facts });
  const { body, headers } = signedEnvelope(
    { id: delivery_id, event, attempt: probe ? HIGHEST_ATTEMPT : attempt, data, ...(message && { message }) },
    { secrets, privateKeys: livePrivateKeys(webhook, links.now) },
    links.now,
  );
  return {
    url: webhook.url,
    body,
    // Add the service's headers last so that custom headers can't replace them.
    headers: { ...webhook.headers, ...headers },
    secrets: [...secrets, ...secretsOfHeaders(webhook.headers)],
    logged: {
      ...(event !== 'webhook.test'
        ? logIdsOf(delivery_id)
        : { ...logIdsOf(webhook.webhook_id), delivery_id }),
      attempt,
      ...(probe && { probe }),
    },
  };
}

/**
 * Builds a request's body and headers. For chat services, the body is a chat message instead of the envelope.
 * In the envelope, `created_at` is the time of this attempt, and `id` is the delivery's id.
 * @param keys the first secret is the current one, which is used for `x-svc-signature`
 */
export function signedEnvelope(
  delivery: {
    id: string;
    event: WebhookEvent;
    attempt: number;
    data: Record<string, unknown>;
    message?: object;
  },
  keys: SigningKeys,
  now: number,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(delivery.message ?? eventEnvelope(delivery, now));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': WEBHOOK_USER_AGENT,
      [HOP_HEADER]: '1',
      'x-svc-event': delivery.event,
      'x-svc-delivery': delivery.id,
      'x-svc-attempt': String(Math.min(delivery.attempt, HIGHEST_ATTEMPT)),
      'x-svc-signature': svcSignature(keys.secrets[0] ?? '', body),
      ...standardWebhooksHeaders(keys, { id: delivery.id, at: now, body }),
    },
  };
}
