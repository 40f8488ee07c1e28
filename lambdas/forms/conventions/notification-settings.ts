/**
 * Defines the notification settings that a browser submits with a form. They are validated when the
 * submission is received.
 */
import * as z from 'zod';

export const notificationSettings = z.object({
  /** Subject of the notification, a single line of up to 200 characters. */
  subject: z.string().optional(),
  /** The sender's name, a single line of up to 200 characters. */
  from_name: z.string().optional(),
  reply_to: z.string().optional(),
  /** Addresses to list in Cc. Only confirmed recipients of the form are used. */
  cc: z.array(z.string()).optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
