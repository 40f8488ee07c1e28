/** The English texts of webhooks. */
export const webhooksEn = {
  title: 'Webhooks',
};
export type WebhooksTexts = typeof webhooksEn;
