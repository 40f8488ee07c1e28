/** Webhooks and their deliveries. The table of all operations is `operations.ts`. */
import * as z from 'zod';
import { deliveriesQuery } from './delivery/deliveries-query.ts';
import { deliveryView, testResponse } from './delivery/delivery.ts';
import { recoveryInput, recoveryStarted, recoveryView } from './recovery/recovery.ts';
import {
  accountWebhookInput,
  webhookInput,
  webhookPatch,
  webhookView,
  webhookViewAfterChange,
  webhookViewWithSecret,
} from './webhook.ts';
import { pageQuery } from '../core/pagination.ts';
import type { Operation } from '../http/operation.ts';
import { idOnlyView } from '../http/write-only-response.ts';

/** The response to an app that subscribes a second time. */
const SUBSCRIBED_AGAIN = {
  status: 200,
  when: 'An app has this webhook already: it asked with the token of the same connection and the same URL. The webhook is as it was, and its secret is not shown again.',
  body: () => webhookView,
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
  summary: 'Create a webhook; only this response holds its secret',
  description:
    'An app that asks with the token of a connection needs the scope `read`, too. Its webhook has the name of the app unless it gets another one, and goes with the connection.',
  body: () => webhookInput,
  versioned: true,
  audit: { target: 'webhook', written: 'with-change' },
  success: { status: 201, when: 'The webhook is made.', body: () => webhookViewWithSecret },
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
  summary: 'List the webhooks of a form',
  query: () => pageQuery,
  follows: ['deliveries'],
  success: { status: 200, body: () => webhookView, list: true },
} as const satisfies Operation;

export const createAccountWebhook = {
  name: 'createAccountWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks',
  access: 'management',
  scope: 'write',
  audit: { target: 'webhook', written: 'with-change' },
  summary: 'Create a webhook for every form of the account; only this response holds its secret',
  description:
    "It gets the submissions of every form that the account has or will have, beside each form's own webhooks. A caller that is limited to some forms may not create one and sees none.",
  body: () => accountWebhookInput,
  versioned: true,
  success: { status: 201, when: 'The webhook is made.', body: () => webhookViewWithSecret },
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
  summary: 'List the webhooks that get the submissions of every form',
  description:
    "Webhooks of a single form are not among them: they are in that form's list, `GET /v1/forms/{id}/webhooks`.",
  query: () => pageQuery,
  follows: ['deliveries'],
  success: { status: 200, body: () => webhookView, list: true },
} as const satisfies Operation;

export const getWebhook = {
  name: 'getWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a webhook',
  versioned: true,
  success: { status: 200, body: () => webhookView },
} as const satisfies Operation;

export const updateWebhook = {
  name: 'updateWebhook',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Change a webhook; after a rotation only this response holds its new secret',
  body: () => webhookPatch,
  versioned: true,
  audit: { target: 'webhook', written: 'with-change' },
  success: { status: 200, body: () => z.union([webhookViewAfterChange, idOnlyView]) },
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
  summary: 'Delete a webhook; nothing more is delivered to it',
  description: 'An app that asks with the token of a connection gets 204 also when there is no such webhook.',
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
  summary: 'Send a signed test ping and show the response of the endpoint',
  audit: { target: 'webhook', written: 'around' },
  success: { status: 200, body: () => testResponse },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const replayDelivery = {
  name: 'replayDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/deliveries/{id}/replay',
  access: 'management',
  scope: 'write',
  summary: 'Send a delivery again at once, whatever its state and schedule',
  audit: { target: 'delivery', written: 'around' },
  success: { status: 200, body: () => deliveryView },
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
  summary: 'List the deliveries of a webhook with their attempts, newest first',
  description: 'The last 50 unless the query says otherwise; deliveries are kept for 30 days.',
  query: () => deliveriesQuery,
  follows: ['deliveries'],
  success: { status: 200, body: () => deliveryView, list: true },
} as const satisfies Operation;

export const getDelivery = {
  name: 'getDelivery',
  folder: 'webhooks',
  tag: 'webhooks',
  method: 'GET',
  path: '/v1/deliveries/{id}',
  access: 'management',
  scope: 'read',
  summary: 'Read a delivery with its attempts',
  success: { status: 200, body: () => deliveryView },
} as const satisfies Operation;

export const recoverWebhook = {
  name: 'recoverWebhook',
  folder: 'webhooks/recovery',
  tag: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  access: 'management',
  scope: 'write',
  audit: { target: 'webhook', written: 'with-change' },
  summary: 'Send everything again that failed in a time, in the background',
  description:
    'Each delivery that ended as `failed` then is sent again once, with all attempts of the retry schedule, about ten a second. One recovery of a webhook runs at a time; the same request again gets the one that runs.',
  body: () => recoveryInput,
  success: { status: 202, when: 'The recovery is started.', body: () => recoveryStarted },
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
  summary: 'Tell how far a recovery is',
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
  summary: 'List the recoveries of a webhook, newest first',
  description: 'Recoveries are kept for 30 days.',
  query: () => pageQuery,
  success: { status: 200, body: () => recoveryView, list: true },
} as const satisfies Operation;
