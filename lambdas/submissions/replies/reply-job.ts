/**
 * Defines the job that sends a reply. The job is queued before the reply is stored. In the reverse order, a
 * crash between the two steps would leave a stored reply that is never sent.
 */
import * as z from 'zod';
import { MINUTE } from '../../core/clock.ts';

/** Seconds until the job runs. By then, the reply has almost always been stored. */
export const REPLY_DELAY_SECONDS = 1;

/**
 * Time after which the job stops waiting for the reply to be stored, in milliseconds. Must be longer than the
 * timeout of the API's functions.
 */
export const REPLY_STORED_WITHIN = MINUTE;

export const replyJob = z.object({
  kind: z.literal('reply'),
  form_id: z.string(),
  submission_id: z.string(),
  reply_id: z.string(),
  /** When the job was queued, in milliseconds since the epoch. */
  queued_at: z.int(),
});
export type ReplyJob = z.infer<typeof replyJob>;
