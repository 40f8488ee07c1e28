/**
 * Checks that a caller may change where submissions are sent. This requires the scope `read`, because callers
 * could otherwise have submissions sent to themselves and read them (docs/specification.md,
 * "Authentication").
 */
import type { Principal } from '../core/caller.ts';
import { Forbidden, InsufficientScope } from '../core/errors/errors.ts';

/**
 * Rejects callers without the scope `read`, because they could otherwise have submissions sent to themselves.
 * @param what the setting that determines where submissions are sent, as the start of a sentence
 * @throws Forbidden, or InsufficientScope for a token
 */
export function assertMayReceive(
  { type, scopes }: Pick<Principal, 'type' | 'scopes'>,
  what = 'This request',
): void {
  if (scopes.includes('read')) return;
  const text = `${what} determines where submissions are sent. This requires the scope "read" in addition to "write".`;
  throw type === 'token' || type === 'connection' ? new InsufficientScope('read', text) : new Forbidden(text);
}
