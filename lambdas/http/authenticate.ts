/** Authenticates a caller by an API key or an OAuth access token (docs/specification.md, "Authentication"). */
import { Forbidden, InsufficientScope, InvalidToken, Unauthorized } from '../core/errors.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { parseCredential, type Principal } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import { message } from '../i18n/message.ts';

/** The account on whose behalf a request acts, and what it may do there. */
export type Caller = Principal;

/**
 * The caller that sent this `Authorization` header and has the scope.
 * @throws Unauthorized when no valid key was sent; a malformed key or a wrong checksum costs no read
 * @throws InvalidToken for an access token that is expired, revoked or whose key is revoked
 * @throws Forbidden for a key of the wrong type
 * @throws InsufficientScope for an access token without the scope
 */
export async function authenticate(
  authorization: string | undefined,
  scope: Scope,
  principals: Pick<PrincipalStore, 'find'>,
): Promise<Caller> {
  if (!/^Bearer +\S/i.test(authorization ?? '')) throw new Unauthorized(message('key-needed'));
  const credential = parseCredential(authorization);
  if (!credential) throw new Unauthorized(message('key-not-valid'));
  const principal = await principals.find(credential);
  if (credential.kind === 'token') {
    if (!principal) throw new InvalidToken(message('access-token-not-valid'));
    if (!principal.scopes.includes(scope)) throw new InsufficientScope(scope);
    return principal;
  }
  if (!principal) throw new Unauthorized(message('key-not-valid'));
  if (!principal.scopes.includes(scope)) throw new Forbidden(message('management-key-needed'));
  return principal;
}
