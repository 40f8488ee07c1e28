/**
 * Defines the idempotency keys of requests that send replies. The keys are stored for 24 hours (Idempotency
 * table).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Prefix of the partition keys under which replies' idempotency keys are stored. */
export const REPEATED_REPLIES = 'reply#';
/** Schema of a stored idempotency key. */
export const repeatedReply = z.object({ reply_id: z.string(), expires_at: z.int() });

/** Primary key of a stored idempotency key. */
export interface ReplyOnce {
  readonly form_id: string;
  readonly key_digest: string;
}

/**
 * Returns the primary key for the idempotency key of a request. The header may contain a secret of any
 * length, so only its digest is stored.
 * @param author the member or key that replies
 */
export function replyOnce(
  { form_id, submission_id }: { form_id: string; submission_id: string },
  author: string,
  header: string,
): ReplyOnce {
  const digest = createHash('sha256').update(JSON.stringify([submission_id, author, header]));
  return { form_id: `${REPEATED_REPLIES}${form_id}`, key_digest: digest.digest('base64url') };
}
