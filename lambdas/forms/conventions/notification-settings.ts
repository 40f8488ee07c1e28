/** Notification settings from a post. They were validated when the form was posted. */
import * as z from 'zod';

export const notificationSettings = z.object({
  /** One line of at most 200 characters. */
  subject: z.string().optional(),
  /** Sender's name: one line of at most 200 characters. */
  from_name: z.string().optional(),
  /** Reply-to address. */
  reply_to: z.string().optional(),
  /** Addresses for Cc. Only confirmed recipients of the form are used. */
  cc: z.array(z.string()).optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
