/** Lambda function that returns webhooks. */
import { handler as listWebhooks } from '../../webhooks/list-webhooks.ts';
import { handler as listAccountWebhooks } from '../../webhooks/list-account-webhooks.ts';
import { handler as getWebhook } from '../../webhooks/get-webhook.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'webhooks'>({ listWebhooks, listAccountWebhooks, getWebhook });
