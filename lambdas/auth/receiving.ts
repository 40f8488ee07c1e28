/**
 * Checks that a caller may decide where submissions are sent. Because this lets the caller receive
 * submissions, it also requires the scope `read` (docs/specification.md, "Authentication").
 */
import type { Principal } from '../core/caller.ts';
import { Forbidden, InsufficientScope } from '../core/errors.ts';

/**
 * Refuses callers that aren't allowed to read submissions but could have submissions sent to them.
 * @param what names the setting that determines where submissions are sent, as the start of a sentence
 * @throws Forbidden, or InsufficientScope for a token
 */
export function assertMayReceive(
  { type, scopes }: Pick<Principal, 'type' | 'scopes'>,
  what = 'This request',
): void {
  if (scopes.includes('read')) return;
  const text = `${what} decides where submissions are sent. This needs the scope "read" in addition to "write".`;
  throw type === 'token' || type === 'connection' ? new InsufficientScope('read', text) : new Forbidden(text);
}
