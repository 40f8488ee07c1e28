/**
 * Creates the document's `webhooks` section, which lists the delivered events (docs/specification.md,
 * "Webhook events").
 */
import type * as z from 'zod';
import {
  deliveryFailed,
  events,
  submissionCreated,
  submissionDeleted,
  submissionUpdated,
  webhookTest,
  type WebhookEvent,
} from '../../submissions/events/event-views.ts';
import { HOP_HEADER, WEBHOOK_USER_AGENT } from '../../core/web/webhook-request.ts';
import { jsonSchema, schemaComponents } from './json-schema.ts';
import { DELIVERY_ID } from './schemas/example-ids.ts';
import { eventSchemas } from './schemas/event-schemas.ts';
import type { JsonSchema, Parameter, PathItem, Reference } from './openapi-types.ts';
import { tagOf } from './tags.ts';

const described: Readonly<Record<WebhookEvent, { schema: z.ZodType; summary: string; description: string }>> =
  {
    'submission.created': {
      schema: submissionCreated,
      summary: 'A submission was accepted',
      description:
        'Sent to each enabled webhook of the form. Spam is only sent once it is released. All attempts of a delivery have the same `id`.',
    },
    'submission.updated': {
      schema: submissionUpdated,
      summary: 'A submission was changed',
      description:
        'Sent to webhooks that list this event in `events`. `changed` lists what changed, and `actor` says who changed it. An update of many submissions sends one event for each of them. Marking an accepted submission as spam sends this event with `status` in `changed`.',
    },
    'submission.deleted': {
      schema: submissionDeleted,
      summary: 'A submission was deleted',
      description:
        "Sent to webhooks that list this event in `events`. It has no payload. It isn't sent when spam or a whole form is deleted.",
    },
    'delivery.failed': {
      schema: deliveryFailed,
      summary: 'All attempts of a delivery failed',
      description:
        'Sent to account-wide webhooks that list this event in `events`, but not to the webhook with the failed delivery. A failed delivery of this event does not send another one.',
    },
    'webhook.test': {
      schema: webhookTest,
      summary: 'Test ping',
      description: "Sent once when a test is requested. It isn't related to a submission.",
    },
  };

const RETRIES = `
Return any 2xx status to acknowledge a delivery. Any other status, a redirect, a network error or a timeout is a failure.
Failed deliveries are retried after 1 s, 10 s, 1 min and 10 min, which makes five attempts in total. After that, the
delivery stays in the log as \`failed\`, and you can replay it.

If the webhook's \`format\` is \`slack\`, \`discord\` or \`teams\`, a chat message is sent instead of this body.

Check the signature before you trust a delivery. Use the raw bytes of the body as you received them, and compare in
constant time. There are two ways:

- \`x-svc-signature\` is \`sha256=\` plus the hex HMAC-SHA256 of the body. The key is the whole webhook secret, including
  \`whsec_\`.
- Use a [Standard Webhooks](https://www.standardwebhooks.com) library to check \`webhook-id\`, \`webhook-timestamp\` and
  \`webhook-signature\`.`;

const header = (name: string, description: string, schema: object, example: unknown): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { ...schema },
  example,
});

function headersOf(event: WebhookEvent): Parameter[] {
  return [
    header('x-svc-event', 'Same as `type`.', { type: 'string' }, event),
    header('x-svc-delivery', 'Same as `id`.', { type: 'string', pattern: '^whd_' }, DELIVERY_ID),
    header('x-svc-attempt', 'Number of the attempt.', { type: 'integer', minimum: 1, maximum: 5 }, 1),
    header(
      'x-svc-signature',
      'HMAC-SHA256 of the raw body, using the webhook secret as the key.',
      { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      `sha256=${'5f'.repeat(32)}`,
    ),
    header('user-agent', 'Name and version of the sender.', { type: 'string' }, WEBHOOK_USER_AGENT),
    header(
      HOP_HEADER,
      'Sent with every delivery. Keep it if you forward the request: to prevent loops, forms reject requests that have this header.',
      { type: 'string' },
      '1',
    ),
    header('webhook-id', 'Same as `id` (Standard Webhooks).', { type: 'string' }, DELIVERY_ID),
    header(
      'webhook-timestamp',
      'When this attempt was made, in seconds since 1970 (Standard Webhooks).',
      { type: 'integer' },
      1795167000,
    ),
    header(
      'webhook-signature',
      'One entry for each valid secret; the previous secret stays valid for 24 h after a rotation. Each entry is `v1,` and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, using the decoded part of the secret as the key (Standard Webhooks). With `signing: "hmac+ed25519"`, `v1a,` entries with Ed25519 signatures follow.',
      { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1a?,[A-Za-z0-9+/=]+)*$' },
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ];
}

/** Returns an entry for each event type, keyed by the event's name. */
export function webhookItems(): Record<string, PathItem> {
  return Object.fromEntries(events.map((event) => [event, itemOf(event)]));
}

function itemOf(event: WebhookEvent): PathItem {
  const { schema, summary, description } = described[event];
  const { id = '', example } = eventSchemas.find((each) => each.schema === schema) ?? {};
  return {
    post: {
      operationId: `on${event.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [tagOf('events')],
      summary,
      description: `${description}\n${RETRIES}`,
      // Webhook requests contain no credentials. Endpoints verify the signature instead.
      security: [],
      parameters: headersOf(event),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodyOf(schema, id), example } },
      },
      responses: {
        '2XX': { description: 'Acknowledged. Only an excerpt of the body is read, for the log.' },
        '4XX': { description: 'Any status other than 2xx: the delivery is retried.' },
        '5XX': { description: 'Any status other than 2xx: the delivery is retried.' },
      },
    },
  };
}

/**
 * Returns the schema of an event's body. The schema is inlined if only this event uses it, because
 * oapi-codegen doesn't generate types for components that no operation uses.
 */
function bodyOf(schema: z.ZodType, id: string): JsonSchema | Reference {
  return schema === submissionCreated ? jsonSchema(schema, 'output') : (schemaComponents()[id] ?? {});
}
