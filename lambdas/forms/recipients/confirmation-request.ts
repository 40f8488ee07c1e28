/**
 * Decides which recipients get a confirmation request when a form is created or its addresses are changed.
 */
import * as z from 'zod';
import type { Form } from '../form.ts';
import { recipientIdOf, type RecipientStatus } from './recipient.ts';

/** Job that sends confirmation requests to a form's recipients. */
export const confirmationJob = z.object({
  kind: z.literal('confirmation'),
  account_id: z.string(),
  form_id: z.string(),
  recipient_ids: z.array(z.string()),
  /** Id of the change that triggered the confirmation request. */
  request: z.string(),
  /** When the addresses were changed. Bounces before this time are ignored. */
  requested_at: z.string(),
  /**
   * Set if the account requested another confirmation e-mail. This e-mail can be sent less than a day after
   * the previous one.
   */
  again: z.literal(true).optional(),
});
export type ConfirmationJob = z.infer<typeof confirmationJob>;

/** Queues the job that sends confirmation requests. */
export type RequestConfirmations = (job: ConfirmationJob) => Promise<void>;

/**
 * Returns the confirmation job for recipients who have not confirmed, or undefined if there are none.
 * Recipients who have unsubscribed or complained, or whose e-mails have bounced, only get a request if the
 * owner adds their address again. A change that merely includes the existing address isn't enough.
 * @param before the form before the change; undefined for a new form
 */
export function confirmationRequest(
  before: Form | undefined,
  after: Form,
  statusOf: (form: Form, address: string) => RecipientStatus,
): ConfirmationJob | undefined {
  const { account_id, form_id, version, updated_at } = after;
  const known = new Set(before?.notify_emails.map((address) => recipientIdOf(account_id, address)));
  const recipientIds = after.notify_emails
    .map((address) => ({ id: recipientIdOf(account_id, address), status: statusOf(after, address) }))
    .filter(({ id, status }) => status === 'pending' || (status !== 'confirmed' && !known.has(id)))
    .map(({ id }) => id);
  if (recipientIds.length === 0) return undefined;
  return {
    kind: 'confirmation',
    account_id,
    form_id,
    recipient_ids: [...new Set(recipientIds)],
    request: `${form_id}.${version}`,
    requested_at: updated_at,
  };
}
