/** The Russian texts of webhooks. */
import type { WebhooksTexts } from './webhooks.en.ts';

export const webhooksRu: WebhooksTexts = {
  title: 'Вебхуки',
};
