/** The Italian texts of webhooks. */
import type { WebhooksTexts } from './webhooks.en.ts';

export const webhooksIt: WebhooksTexts = {
  title: 'Webhook',
};
