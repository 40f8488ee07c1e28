/** Jobs for e-mails to a form's owners about something else than a submission. */
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

export const ownerEmailJob = z.discriminatedUnion('kind', [webhookDisabledEmailJob]);
export type OwnerEmail = z.infer<typeof ownerEmailJob>;

/** Queues an e-mail to a form's owners: once this resolves, it is not lost. */
export type SendOwnerEmail = (job: OwnerEmail) => Promise<void>;
