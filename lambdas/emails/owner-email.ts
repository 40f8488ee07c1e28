/**
 * Defines jobs for e-mails about a failing or disabled webhook, which are sent to its form's recipients or to
 * the account's owner.
 */
import * as z from 'zod';

/** The id stays the same if the job is queued several times. */
const aboutWebhook = {
  id: z.string(),
  account_id: z.string(),
  /** Null if the webhook is account-wide. */
  form_id: z.string().nullable(),
  webhook_id: z.string(),
  url: z.string(),
  failing_since: z.string(),
  /** Set if the service sends missed submissions once the endpoint works again. */
  auto_recover: z.literal(true).optional(),
};

/**
 * Sent when a delivery fails after its last attempt. Only the first failure since the webhook last worked
 * triggers an e-mail.
 */
export const webhookFailingEmailJob = z.object({ kind: z.literal('webhook-failing'), ...aboutWebhook });
export type WebhookFailingEmail = z.infer<typeof webhookFailingEmailJob>;

/**
 * Sent when a webhook is disabled because all deliveries failed or because its endpoint responded with 410.
 */
export const webhookDisabledEmailJob = z.object({
  kind: z.literal('webhook-disabled'),
  ...aboutWebhook,
  disabled_at: z.string(),
  reason: z.enum(['failing', 'gone']).default('failing'),
});
export type WebhookDisabledEmail = z.infer<typeof webhookDisabledEmailJob>;

export type OwnerEmail = WebhookDisabledEmail | WebhookFailingEmail;

/** Queues an e-mail about a webhook. Resolves when the queue has stored the job. */
export type SendOwnerEmail = (job: OwnerEmail) => Promise<void>;
