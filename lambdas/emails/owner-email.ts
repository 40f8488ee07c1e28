/** The job for an e-mail to a form's recipients about something else than a submission. */
import * as z from 'zod';

/** A webhook was disabled because it only failed. The same job may be queued more than once; `id` is the same then. */
export const webhookDisabledEmailJob = z.object({
  kind: z.literal('webhook-disabled'),
  id: z.string(),
  account_id: z.string(),
  form_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  failing_since: z.string(),
  disabled_at: z.string(),
});

export type OwnerEmail = z.infer<typeof webhookDisabledEmailJob>;

/** Queues an e-mail to a form's owners: once this resolves, it is not lost. */
export type SendOwnerEmail = (job: OwnerEmail) => Promise<void>;
