/** The German texts of webhooks. */
import type { WebhooksTexts } from './webhooks.en.ts';

export const webhooksDe: WebhooksTexts = {
  title: 'Webhooks',
};
