/** Lambda function that creates, changes and deletes webhooks. */
import { handler as createWebhook } from '../../webhooks/create-webhook.ts';
import { handler as createAccountWebhook } from '../../webhooks/create-account-webhook.ts';
import { handler as updateWebhook } from '../../webhooks/update-webhook.ts';
import { handler as deleteWebhook } from '../../webhooks/delete-webhook.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'webhookChanges'>({
  createWebhook,
  createAccountWebhook,
  updateWebhook,
  deleteWebhook,
});
