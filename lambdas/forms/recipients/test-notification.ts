/** Defines the job that sends a test notification to one of a form's recipients. */
import * as z from 'zod';

export const testNotificationJob = z.object({
  kind: z.literal('test-notification'),
  account_id: z.string(),
  form_id: z.string(),
  recipient_id: z.string(),
  /** Id of the request, which stays the same when the job is retried. */
  request: z.string(),
});
export type TestNotificationJob = z.infer<typeof testNotificationJob>;
