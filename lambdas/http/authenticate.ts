/** Who calls (specification, "Authentication"): by an API key, or by an OAuth access token that acts for one. */
import { Forbidden, InsufficientScope, InvalidToken, Unauthorized } from '../core/errors.ts';
import { bearerOf, type Bearer, type Grant } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import { detail } from '../i18n/message.ts';

/** The account on whose behalf a request acts, and what it may do there. */
export type Caller = Grant;

export interface Grants {
  /** What a key or token stands for now, strongly consistent, so that a revoked one stops at once. */
  find(bearer: Bearer): Promise<Grant | undefined>;
  /** Notes that a key is used; soon ends, and may fail without harm: the next request notes it. */
  noteUse(of: Pick<Grant, 'key_hash' | 'last_used_at'>): Promise<void>;
}

/**
 * Who sent this `Authorization` header, when they may do what `scope` says.
 * @throws Unauthorized when no valid key was sent; a malformed key or a wrong checksum costs no read
 * @throws InvalidToken for an access token that is expired, revoked or whose key is revoked
 * @throws Forbidden for a key of the wrong type
 * @throws InsufficientScope for an access token without the scope
 */
export async function authenticate(
  authorization: string | undefined,
  scope: Scope,
  grants: Pick<Grants, 'find'>,
): Promise<Caller> {
  if (!/^Bearer +\S/i.test(authorization ?? '')) throw new Unauthorized(detail('key-needed'));
  const bearer = bearerOf(authorization);
  if (!bearer) throw new Unauthorized(detail('key-not-valid'));
  const grant = await grants.find(bearer);
  if (bearer.kind === 'token') {
    if (!grant) throw new InvalidToken(detail('access-token-not-valid'));
    if (!grant.scopes.includes(scope)) throw new InsufficientScope(scope);
    return grant;
  }
  if (!grant) throw new Unauthorized(detail('key-not-valid'));
  if (!grant.scopes.includes(scope)) throw new Forbidden(detail('management-key-needed'));
  return grant;
}
