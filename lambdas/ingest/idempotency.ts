/** What is remembered under idempotency keys (table Idempotency). */
import { createHash } from 'node:crypto';
import * as z from 'zod';

export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** The key itself may be a secret of its sender, and of any length: only its digest is kept. */
export function idempotencyKey(formId: string, key: string): { form_id: string; key_digest: string } {
  return { form_id: formId, key_digest: createHash('sha256').update(key).digest('base64url') };
}
