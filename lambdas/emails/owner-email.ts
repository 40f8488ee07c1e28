/** The job for an e-mail about a webhook: to the recipients of its form, or to the owner of an account. */
import * as z from 'zod';

/** The same job may be queued more than once; `id` is the same then. */
const aboutWebhook = {
  id: z.string(),
  account_id: z.string(),
  /** Null for a webhook of all forms. */
  form_id: z.string().nullable(),
  webhook_id: z.string(),
  url: z.string(),
  failing_since: z.string(),
};

/** A delivery to a webhook failed after its last attempt, the first one since the webhook worked. */
export const webhookFailingEmailJob = z.object({ kind: z.literal('webhook-failing'), ...aboutWebhook });
export type WebhookFailingEmail = z.infer<typeof webhookFailingEmailJob>;

/** A webhook was disabled because it only failed, or because its receiver is gone. */
export const webhookDisabledEmailJob = z.object({
  kind: z.literal('webhook-disabled'),
  ...aboutWebhook,
  disabled_at: z.string(),
  reason: z.enum(['failing', 'gone']).default('failing'),
});
export type WebhookDisabledEmail = z.infer<typeof webhookDisabledEmailJob>;

export type OwnerEmail = WebhookDisabledEmail | WebhookFailingEmail;

/** Queues an e-mail to a webhook's owners: once this resolves, it is not lost. */
export type SendOwnerEmail = (job: OwnerEmail) => Promise<void>;
