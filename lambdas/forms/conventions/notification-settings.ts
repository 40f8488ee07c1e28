/** How a post wants the notifications about it; each part of it was found to be allowed when it was posted. */
import * as z from 'zod';

export const notificationSettings = z.object({
  /** One line of at most 200 characters. */
  subject: z.string().optional(),
  /** The name that they come from: one line of at most 200 characters. */
  from_name: z.string().optional(),
  /** The address that replies go to. */
  reply_to: z.string().optional(),
  /** Addresses to name as further readers; those count that are confirmed recipients of the form. */
  cc: z.array(z.string()).optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
