/** Defines a form's settings for replies (docs/specification.md, "Replies"). */
import * as z from 'zod';
import { emailAddress } from '../core/text/email-address.ts';
import { ValidationFailed } from '../core/errors/errors.ts';
import type { Form } from './form.ts';
import type { RecipientStatus } from './recipients/recipient.ts';

/** Reply settings in a request. Omitted properties keep their values, and null resets all of them. */
export const replySettingsInput = z
  .strictObject({ enabled: z.boolean(), reply_to: emailAddress.nullable() })
  .partial()
  .nullable()
  .describe(
    'Whether replies can be sent to submitters, and the address that receives their responses. The address must be `confirmed` for this account; null for the address of the member who replies. Setting it requires the scope `read` in addition to `write`. Omitted properties keep their values, and null resets all of them.',
  );

/** Schema of the reply settings, both stored and in the API. */
export const replySettings = z.object({
  enabled: z.boolean(),
  reply_to: z.string().nullable(),
});
export type ReplySettings = z.infer<typeof replySettings>;
export const DEFAULT_REPLY_SETTINGS: ReplySettings = { enabled: true, reply_to: null };

/** Returns the form with its reply-to address added to the notification addresses. */
export const withReplyTo = <Of extends Pick<Form, 'notify_emails' | 'replies'>>(of: Of): Of => ({
  ...of,
  notify_emails: [...of.notify_emails, ...(of.replies.reply_to === null ? [] : [of.replies.reply_to])],
});

/**
 * Checks that a new reply-to address is confirmed so that answers are only sent to people who have agreed to
 * receive them.
 * @throws ValidationFailed
 */
export function assertReplyToConfirmed(
  before: Pick<Form, 'replies'> | undefined,
  after: Form,
  statusOf: (form: Form, address: string) => RecipientStatus,
): void {
  const { reply_to } = after.replies;
  if (reply_to === null || reply_to === before?.replies.reply_to) return;
  const status = statusOf(after, reply_to);
  if (status === 'confirmed') return;
  throw new ValidationFailed([
    {
      path: 'replies.reply_to',
      message: `must be a confirmed recipient, but this address is ${status}. Add it to notify_emails and have it confirmed first.`,
    },
  ]);
}
