/** Defines the operations for webhooks and their deliveries. `operations.ts` lists all operations. */
import { listsEveryForm, webhooksQuery } from './all-webhooks.ts';
import { deliveriesQuery } from './delivery/deliveries-query.ts';
import { deliveryView, testResponse } from './delivery/delivery.ts';
import { recoveryInput, recoveryStarted, recoveryView } from './recovery/recovery.ts';
import {
  accountWebhookInput,
  webhookInput,
  webhookPatch,
  webhookView,
  webhookViewAfterChange,
} from './webhook.ts';
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';

/** Response for an app that subscribes again. */
const SUBSCRIBED_AGAIN = {
  status: 200,
  when: 'The app already has this webhook: the request used the same connection and the same URL. The webhook is unchanged, and its secret is not returned again.',
  body: webhookViewAfterChange,
  headers: ['etag'],
} as const;

export const createWebhook = {
  name: 'createWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  scope: 'write',
  neverStored: true,
  sendsSubmissions: true,
  summary: 'Create a webhook',
  description:
    'The secret is only returned in this response. The webhook of an app that uses the token of a connection is named after the app unless a name is given. It is deleted with the connection.',
  body: () => webhookInput,
  versioned: true,
  audit: { target: 'webhook', written: 'with-change' },
  success: { status: 201, when: 'The webhook has been created.', body: webhookViewAfterChange },
  otherResponses: [SUBSCRIBED_AGAIN],
  problems: ['conflict', 'forbidden'],
} as const satisfies Operation;

export const listWebhooks = {
  name: 'listWebhooks',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/forms/{id}/webhooks',
  access: 'management',
  scope: 'read',
  summary: "List a form's webhooks",
  query: () => pageQuery,
  follows: ['deliveries'],
  success: { status: 200, body: webhookView, list: true },
} as const satisfies Operation;

export const createAccountWebhook = {
  name: 'createAccountWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks',
  access: 'management',
  scope: 'write',
  neverStored: true,
  sendsSubmissions: true,
  audit: { target: 'webhook', written: 'with-change' },
  summary: 'Create a webhook for all forms of the account',
  description:
    "The secret is only returned in this response. The webhook receives the submissions of all current and future forms of the account, in addition to each form's own webhooks. Callers that can only access specific forms can't create or see it.",
  body: () => accountWebhookInput,
  versioned: true,
  success: { status: 201, when: 'The webhook has been created.', body: webhookViewAfterChange },
  otherResponses: [SUBSCRIBED_AGAIN],
  problems: ['conflict', 'forbidden'],
} as const satisfies Operation;

export const listAccountWebhooks = {
  name: 'listAccountWebhooks',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks',
  access: 'management',
  scope: 'read',
  summary: 'List the account-wide webhooks, or all webhooks',
  description:
    "Also lists the subscriptions of agents with `kind` `mcp`, including those to a single form. Webhooks of a single form are only included with `scope=all`. `GET /v1/forms/{id}/webhooks` lists one form's webhooks. With `scope=all`, a page can contain fewer webhooks than `limit`, or none, even if more pages follow.",
  query: () => webhooksQuery,
  follows: ['deliveries'],
  // Compute the ETag from the response, because the account's change markers don't cover its forms'
  // deliveries.
  hasResponseTag: listsEveryForm,
  success: { status: 200, body: webhookView, list: true },
} as const satisfies Operation;

export const getWebhook = {
  name: 'getWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Get a webhook',
  versioned: true,
  success: { status: 200, body: webhookView },
} as const satisfies Operation;

export const updateWebhook = {
  name: 'updateWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'write',
  neverStored: true,
  summary: 'Update a webhook or rotate its secret',
  body: () => webhookPatch,
  versioned: true,
  audit: { target: 'webhook', written: 'with-change' },
  description:
    'Changing `url`, `headers`, `format`, `filter`, `signing` or the secret affects where or how submissions are sent, so it requires the scope `read` in addition to `write`. An app that uses the token of a connection can only change webhooks that it created with that connection. An agent\'s subscription (`kind: "mcp"`) can\'t be changed and returns 409.',
  success: { status: 200, body: webhookViewAfterChange },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteWebhook = {
  name: 'deleteWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a webhook',
  description:
    "No more deliveries are sent to the webhook. An app that uses the token of a connection gets 204 even if the webhook doesn't exist.",
  versioned: true,
  audit: { target: 'webhook', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;

export const testWebhook = {
  name: 'testWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  summary: 'Send a test ping',
  audit: { target: 'webhook', written: 'around' },
  success: { status: 200, body: () => testResponse },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const replayDelivery = {
  name: 'replayDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/deliveries/{id}/replay',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  summary: 'Replay a delivery immediately',
  audit: { target: 'delivery', written: 'around' },
  success: { status: 200, body: deliveryView },
  problems: ['conflict'],
} as const satisfies Operation;

export const listDeliveries = {
  name: 'listDeliveries',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  access: 'management',
  scope: 'read',
  summary: "List a webhook's deliveries",
  description:
    'Newest first, with their attempts. Returns the last 50 by default. Deliveries are kept for 30 days.',
  query: () => deliveriesQuery,
  follows: ['deliveries'],
  success: { status: 200, body: deliveryView, list: true },
} as const satisfies Operation;

export const getDelivery = {
  name: 'getDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/deliveries/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Get a delivery with its attempts',
  success: { status: 200, body: deliveryView },
} as const satisfies Operation;

export const recoverWebhook = {
  name: 'recoverWebhook',
  folder: 'webhooks/recovery',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  audit: { target: 'webhook', written: 'with-change' },
  summary: 'Recover failed deliveries',
  description:
    'Runs in the background. Each failed delivery in the period is resent once, with the full retry schedule, at about ten deliveries per second. Deliveries whose submission was deleted or is spam are skipped. With `dry_run`, nothing is sent, and the response contains the number of deliveries that would be sent. A webhook can only have one recovery at a time. Repeating the same request returns the recovery that is already running.',
  body: () => recoveryInput,
  success: { status: 202, when: 'The recovery has started.', body: () => recoveryStarted },
  otherResponses: [
    {
      status: 200,
      when: 'With `dry_run`, nothing is sent. The response describes what a recovery would send.',
      body: () => recoveryStarted,
    },
  ],
  problems: ['conflict'],
} as const satisfies Operation;

export const getRecovery = {
  name: 'getRecovery',
  folder: 'webhooks/recovery',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/recoveries/{id}',
  access: 'management',
  scope: 'read',
  summary: "Get a recovery's progress",
  success: { status: 200, body: () => recoveryView },
} as const satisfies Operation;

export const listRecoveries = {
  name: 'listRecoveries',
  folder: 'webhooks/recovery',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}/recoveries',
  access: 'management',
  scope: 'read',
  summary: "List a webhook's recoveries",
  description: 'Newest first. Recoveries are kept for 30 days.',
  query: () => pageQuery,
  success: { status: 200, body: () => recoveryView, list: true },
} as const satisfies Operation;
