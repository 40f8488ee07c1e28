/**
 * What the service tells the people behind a form besides their submissions. Whoever writes the e-mails consumes
 * these; here they only come about.
 */
import * as z from 'zod';

/** A webhook was disabled because nothing but failures came of it. May be told more than once: `id` is the same. */
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

/** Takes a notice over for good: once this returns, it is not lost. */
export type SendOwnerEmail = (of: OwnerEmail) => Promise<void>;
