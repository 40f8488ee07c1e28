/** What is remembered under idempotency keys (table Idempotency). */
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** The submission of a key. The store deletes it up to two days after `expires_at` (epoch seconds). */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** Where a form's idempotency key is found. The key may be a secret, and of any length: only its digest is stored. */
export function idempotencyItemKey(formId: string, key: string): { form_id: string; key_digest: string } {
  return { form_id: formId, key_digest: createHash('sha256').update(key).digest('base64url') };
}
