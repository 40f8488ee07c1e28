/**
 * Defines the idempotency keys of requests for replies, which are stored for 24 hours (Idempotency table).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Prefix of the partition keys of replies' idempotency keys. */
export const REPEATED_REPLIES = 'reply#';
/** Schema of a stored idempotency key. */
export const repeatedReply = z.object({ reply_id: z.string(), expires_at: z.int() });

/** The idempotency key of a request. */
export interface ReplyOnce {
  readonly form_id: string;
  readonly key_digest: string;
}

/**
 * Returns the idempotency key of a request for a reply. The header may be a secret of any length, so only its
 * digest is stored.
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
