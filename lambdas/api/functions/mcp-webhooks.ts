/**
 * Operations for the webhook tools. Loaded when a webhook tool is first called, because most agents only read
 * submissions.
 */
export { handler as getDelivery } from '../../webhooks/get-delivery.ts';
export { handler as listAccountWebhooks } from '../../webhooks/list-account-webhooks.ts';
export { handler as listDeliveries } from '../../webhooks/list-deliveries.ts';
export { handler as listWebhooks } from '../../webhooks/list-webhooks.ts';
export { handler as replayDelivery } from '../../webhooks/replay-delivery.ts';
