/** Who calls (specification, "Authentication"): by an API key, or by an OAuth access token that acts for one. */
import { Forbidden, InsufficientScope, InvalidToken, Unauthorized } from '../core/errors.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { parseCredential, type Principal } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import { message } from '../i18n/message.ts';

/** The account on whose behalf a request acts, and what it may do there. */
export type Caller = Principal;

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
  grants: Pick<PrincipalStore, 'find'>,
): Promise<Caller> {
  if (!/^Bearer +\S/i.test(authorization ?? '')) throw new Unauthorized(message('key-needed'));
  const bearer = parseCredential(authorization);
  if (!bearer) throw new Unauthorized(message('key-not-valid'));
  const grant = await grants.find(bearer);
  if (bearer.kind === 'token') {
    if (!grant) throw new InvalidToken(message('access-token-not-valid'));
    if (!grant.scopes.includes(scope)) throw new InsufficientScope(scope);
    return grant;
  }
  if (!grant) throw new Unauthorized(message('key-not-valid'));
  if (!grant.scopes.includes(scope)) throw new Forbidden(message('management-key-needed'));
  return grant;
}
