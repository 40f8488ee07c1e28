/**
 * Sending submissions somewhere is reading them: what decides where they go needs the scope `read` as well
 * (docs/specification.md, "Authentication").
 */
import type { Principal } from '../core/caller.ts';
import { Forbidden, InsufficientScope } from '../core/errors.ts';

/**
 * Refuses a caller that could have submissions sent to it that it may not read.
 * @param what names what decides where submissions go, as the start of a sentence
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
