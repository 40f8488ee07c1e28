/** Notification settings from a post, which were validated when the post was received. */
import * as z from 'zod';

export const notificationSettings = z.object({
  /** A single line of at most 200 characters. */
  subject: z.string().optional(),
  /** Sender's name: a single line of at most 200 characters. */
  from_name: z.string().optional(),
  reply_to: z.string().optional(),
  /** Addresses to list in Cc. Only confirmed recipients of the form are used. */
  cc: z.array(z.string()).optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
