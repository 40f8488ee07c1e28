/** The Spanish texts of webhooks. */
import type { WebhooksTexts } from './webhooks.en.ts';

export const webhooksEs: WebhooksTexts = {
  title: 'Webhooks',
};
