/** Makes the `webhooks` section of the document: the events that are delivered (docs/specification.md, "Webhook events"). */
import type * as z from 'zod';
import {
  events,
  submissionCreated,
  webhookTest,
  type WebhookEvent,
} from '../../submissions/events/event-views.ts';
import { USER_AGENT } from '../../webhooks/delivery/envelope.ts';
import { jsonSchema } from './json-schema.ts';
import { DELIVERY_ID } from './schemas/example-ids.ts';
import { eventSchemas } from './schemas/event-schemas.ts';
import type { Parameter, PathItem } from './openapi-types.ts';
import { tagOf } from './tags.ts';

const described: Readonly<Record<WebhookEvent, { schema: z.ZodType; summary: string; description: string }>> =
  {
    'submission.created': {
      schema: submissionCreated,
      summary: 'A submission was accepted',
      description:
        'Sent to each enabled webhook of the form. Spam triggers none, until it is released. Every attempt of one delivery has the same `id`.',
    },
    'webhook.test': {
      schema: webhookTest,
      summary: 'A test ping',
      description: 'Sent once when a test is requested; it has no submission.',
    },
  };

const RETRIES = `
Any 2xx acknowledges. Any other status, a redirect, a network error or a time-out is a failure: the delivery is
tried again after 1 s, 10 s, 1 min and 10 min, five attempts in all, and then stays in the log as \`failed\`, from where it
can be replayed.

A webhook whose \`format\` is \`slack\`, \`discord\` or \`teams\` gets a message in their shape in place of this body.

Check the signature before you trust a delivery. Take the raw bytes of the body as they came, and compare in constant
time:

- \`x-svc-signature\` is \`sha256=\` and the hex HMAC-SHA256 of the body, keyed with the whole webhook secret, \`whsec_\`
  included;
- or let a library of [Standard Webhooks](https://www.standardwebhooks.com) check \`webhook-id\`, \`webhook-timestamp\` and
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
    header('x-svc-event', 'The same as `type`.', { type: 'string', const: event }, event),
    header('x-svc-delivery', 'The same as `id`.', { type: 'string', pattern: '^whd_' }, DELIVERY_ID),
    header('x-svc-attempt', 'Counts the attempts.', { type: 'integer', minimum: 1, maximum: 5 }, 1),
    header(
      'x-svc-signature',
      'HMAC-SHA256 over the raw bytes of the body, keyed with the webhook secret.',
      { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      `sha256=${'5f'.repeat(32)}`,
    ),
    header(
      'user-agent',
      'Who sends it, and in which version.',
      { type: 'string', const: USER_AGENT },
      USER_AGENT,
    ),
    header('webhook-id', 'The same as `id` (Standard Webhooks).', { type: 'string' }, DELIVERY_ID),
    header(
      'webhook-timestamp',
      'When this attempt was made, in seconds since 1970 (Standard Webhooks).',
      { type: 'integer' },
      1795167000,
    ),
    header(
      'webhook-signature',
      'One entry for each secret that is valid now, the former one for 24 h after a rotation: `v1,` and the base64 HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the decoded part of the secret (Standard Webhooks).',
      { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ];
}

/** One entry for each type of event. */
export function webhookItems(): Record<string, PathItem> {
  return Object.fromEntries(events.map((event) => [event, itemOf(event)]));
}

function itemOf(event: WebhookEvent): PathItem {
  const { schema, summary, description } = described[event];
  const example = eventSchemas.find((each) => each.schema === schema)?.example;
  return {
    post: {
      operationId: `on${event.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [tagOf('events')],
      summary,
      description: `${description}\n${RETRIES}`,
      // A receiver needs no key of the service: the signature tells who sent the request.
      security: [],
      parameters: headersOf(event),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(schema, 'output'), example } },
      },
      responses: {
        '2XX': { description: 'Acknowledged. Of the body only an excerpt is read, for the log.' },
        '4XX': { description: 'Like every response that is no 2xx: the delivery is tried again.' },
        '5XX': { description: 'Like every response that is no 2xx: the delivery is tried again.' },
      },
    },
  };
}
