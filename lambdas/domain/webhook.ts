/** Webhooks: where a form's accepted submissions are delivered. */
import * as z from 'zod';
import { timestamp } from './clock.ts';
import { newWebhookId } from './ids.ts';
import type { RandomBytes } from './random.ts';

/** Webhooks a form may have. */
export const MAX_WEBHOOKS = 10;

/** Body of `POST /v1/forms/:id/webhooks`. */
export const webhookInput = z.strictObject({ url: z.string().min(1).max(2048) });

/** A webhook without its secrets, which only the functions that sign may read. */
export const webhook = z.object({
  form_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook as the functions that sign read it. */
export const signingWebhook = webhook.extend({ secret: z.string() });
export type SigningWebhook = z.infer<typeof signingWebhook>;

/** A webhook as the management API shows it. */
export const webhookView = webhook.omit({ webhook_id: true }).extend({ id: z.string() });
export const webhookViewWithSecret = webhookView.extend({ secret: z.string() });
export type WebhookView = z.infer<typeof webhookView>;

/** `whsec_` and base64 of 32 random bytes, the shape of the Standard Webhooks libraries. */
export function newWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`;
}

export function newWebhook(formId: string, url: string, now: number, random: RandomBytes): SigningWebhook {
  const at = timestamp(now);
  return {
    form_id: formId,
    webhook_id: newWebhookId(formId, random),
    url,
    enabled: true,
    secret: newWebhookSecret(random),
    created_at: at,
    updated_at: at,
  };
}

export function presentWebhook({
  webhook_id,
  form_id,
  url,
  enabled,
  created_at,
  updated_at,
}: Webhook): WebhookView {
  return { id: webhook_id, form_id, url, enabled, created_at, updated_at };
}
