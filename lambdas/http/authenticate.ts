/** Authenticates a caller by an API key or an OAuth access token (docs/specification.md, "Authentication"). */
import {
  AccountSuspended,
  Forbidden,
  InsufficientScope,
  InvalidToken,
  Unauthorized,
} from '../core/errors.ts';
import type { AccountStatus } from '../accounts/account-status-store.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { parseCredential, type Principal } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import { message } from '../i18n/message.ts';

/** The account on whose behalf a request acts, and what it may do there. */
export type Caller = Principal;

/**
 * The caller that sent this `Authorization` header and has the scope.
 * @throws Unauthorized when no valid key was sent; a malformed key or a wrong checksum costs no read
 * @throws InvalidToken for an access token that is expired, revoked or whose key is not valid any more
 * @throws Forbidden for a key of the wrong type, or without the scope
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
  if (!principal.scopes.includes(scope)) {
    const reason =
      credential.type === 'submission'
        ? message('management-key-needed')
        : message('key-scope-needed', { scope });
    throw new Forbidden(reason);
  }
  return principal;
}

/**
 * Refuses what belongs to an account that the operator has suspended.
 * @throws AccountSuspended
 */
export async function assertNotSuspended(accountId: string, accounts: AccountStatus): Promise<void> {
  if (await accounts.isSuspended(accountId)) throw new AccountSuspended();
}
