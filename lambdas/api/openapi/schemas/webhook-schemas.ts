/** Defines the named schemas for webhooks and deliveries. */
import { deliveryView, testResponse } from '../../../webhooks/delivery/delivery.ts';
import { recoveryInput, recoveryStarted, recoveryView } from '../../../webhooks/recovery/recovery.ts';
import {
  accountWebhookInput,
  webhookInput,
  webhookPatch,
  webhookView,
  webhookViewAfterChange,
} from '../../../webhooks/webhook.ts';
import {
  CONNECTION_ID,
  CREATED_AT,
  DELIVERY_ID,
  FORM_ID,
  RECOVERY_ID,
  SUBMISSION_ID,
  WEBHOOK_ID,
} from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const filterExample = { all: [{ field: 'topic', op: 'equals' as const, value: 'sales' }] };
const webhookExample = {
  id: WEBHOOK_ID,
  kind: 'webhook' as const,
  ends_at: null,
  form_id: FORM_ID,
  url: 'https://hooks.example.org/forms',
  name: 'Newsletter list',
  format: 'standard' as const,
  filter: filterExample,
  signing: 'hmac+ed25519' as const,
  auto_recover: true,
  events: ['submission.created' as const, 'submission.updated' as const],
  public_key: 'whpk_2gXLdPmVmkLkVS2Ktyd1QeYzBtFdJrYkPhO6qVqrGXU=',
  previous_public_key: 'whpk_m0q1hIanUlcq0YV1mPCo2s4JQzGdIQbpvZzTMBcUMJo=',
  previous_until: '2026-11-21T09:30:00.000Z',
  header_names: ['authorization'],
  enabled: true,
  connection: { id: CONNECTION_ID, name: 'Zapier' },
  failing_since: null,
  health: {
    state: 'ok' as const,
    failing_since: null,
    success_rate_24h: 0.9975,
    last_failure: {
      since: '2026-11-18T02:10:00.000Z',
      until: '2026-11-18T08:00:04.120Z',
      deliveries: 312,
    },
  },
  disabled_reason: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};
const SECRET = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXBsZSE=';
const ATTEMPT_AT = '2026-11-20T09:30:00.800Z';

export const webhookSchemas = [
  requestSchema('WebhookInput', webhookInput, 'A webhook to create for a form.', {
    url: 'https://hooks.example.org/forms',
    name: 'Newsletter list',
    headers: { authorization: 'Bearer 3Qp7vK' },
    filter: filterExample,
    events: ['submission.created', 'submission.updated'],
    signing: 'hmac+ed25519',
    auto_recover: true,
  }),
  requestSchema(
    'AccountWebhookInput',
    accountWebhookInput,
    'A webhook to create for all forms of the account.',
    {
      url: 'https://hooks.example.org/forms',
      name: 'Every form',
      form_id: null,
      signing: 'hmac',
      auto_recover: true,
      events: ['submission.created', 'delivery.failed'],
    },
  ),
  responseSchema(
    'Webhook',
    webhookView(),
    'A URL that receives the accepted submissions of a form, or of all forms of the account.',
    webhookExample,
  ),
  requestSchema('WebhookPatch', webhookPatch, 'Properties to change. `rotate_secret` creates a new secret.', {
    url: 'https://hooks.example.org/forms',
    enabled: true,
    signing: 'hmac+ed25519',
    auto_recover: true,
    events: ['submission.created', 'submission.deleted'],
    rotate_secret: true,
  }),
  responseSchema(
    'ChangedWebhook',
    webhookViewAfterChange(),
    'A webhook. If the request created it or rotated its secret, the response also contains the new signing secret, which is only shown in this response.',
    {
      ...webhookExample,
      secret: SECRET,
    },
  ),
  responseSchema(
    'WebhookTestResult',
    testResponse,
    "The endpoint's response to a test ping; status code 0 and the reason if there was none.",
    {
      status_code: 204,
      ok: true,
    },
  ),
  requestSchema(
    'RecoveryInput',
    recoveryInput,
    'A period. Deliveries that failed during the period are resent.',
    {
      since: '2026-11-20T09:00:00.000Z',
      until: '2026-11-20T12:00:00.000Z',
      dry_run: false,
    },
  ),
  responseSchema(
    'RecoveryStarted',
    recoveryStarted,
    'A recovery has started or is already running. With `dry_run`, what a recovery would send.',
    {
      recovery_id: RECOVERY_ID,
      deliveries: 312,
      since: '2026-11-20T09:00:00.000Z',
      until: '2026-11-20T12:00:00.000Z',
    },
  ),
  responseSchema(
    'Recovery',
    recoveryView,
    'The progress of a recovery, which resends the failed deliveries of a period.',
    {
      id: RECOVERY_ID,
      webhook_id: WEBHOOK_ID,
      since: '2026-11-20T09:00:00.000Z',
      until: '2026-11-20T12:00:00.000Z',
      status: 'running',
      reason: null,
      deliveries: 312,
      resent: 150,
      sent: 150,
      succeeded: 148,
      failed: 0,
      skipped: 2,
      skipped_reasons: { spam: 1, deleted: 1, succeeded: 0 },
      actor: { type: 'service', id: 'service', name: 'Service' },
      created_at: '2026-11-20T12:30:00.000Z',
      finished_at: null,
    },
  ),
  responseSchema(
    'Delivery',
    deliveryView(),
    'The delivery of one submission to one webhook, with all its attempts.',
    {
      id: DELIVERY_ID,
      webhook_id: WEBHOOK_ID,
      event: 'submission.created',
      submission_id: SUBMISSION_ID,
      status: 'failed',
      attempts: 6,
      last_status_code: 503,
      last_error: 'HTTP 503',
      last_error_code: 'http-status',
      next_attempt_at: null,
      created_at: '2026-11-20T09:30:00.400Z',
      updated_at: ATTEMPT_AT,
      log: [
        {
          attempt: 6,
          probe: true,
          at: ATTEMPT_AT,
          duration_ms: 41.5,
          status_code: 503,
          error: 'HTTP 503',
          error_code: 'http-status',
          response_excerpt: 'Down for maintenance',
        },
      ],
    },
  ),
];
