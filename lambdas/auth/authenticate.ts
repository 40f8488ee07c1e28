/**
 * Authenticates callers by API key, OAuth access token or session (docs/specification.md, "Authentication").
 */
import {
  AccountSuspended,
  Forbidden,
  InsufficientScope,
  InvalidToken,
  Unauthorized,
} from '../core/errors/errors.ts';
import type { AccountStatus } from '../accounts/account-status-store.ts';
import type { PrincipalStore } from './principal-store.ts';
import { containsMistypedKey, parseCredential } from './principal.ts';
import { readerOf, type CredentialPrincipal, type Principal } from '../core/caller.ts';
import { parseSession } from './sessions/session.ts';
import type { SessionPrincipal, SessionPrincipalStore } from './sessions/session-principal-store.ts';
import type { Scope } from '../core/scope.ts';
import { message } from '../core/errors/message.ts';

/**
 * Returns the caller identified by this `Authorization` header and checks that it has the required scope. If
 * the scope is null, any caller is accepted.
 * @param alsoViewers if true, also accepts viewers with the scope `read`
 * @throws Unauthorized when no valid key was sent; a malformed key or one with a wrong checksum is rejected
 *   without a database read
 * @throws InvalidToken when an access token is expired or revoked, or its key or connection is no longer
 *   valid
 * @throws Forbidden when a key has the wrong type or lacks the scope
 * @throws InsufficientScope when an access token lacks the scope
 */
export async function authenticate(
  authorization: string | undefined,
  scope: Scope | null,
  principals: Pick<PrincipalStore, 'find'>,
  alsoViewers = false,
): Promise<CredentialPrincipal> {
  if (!/^Bearer +\S/i.test(authorization ?? '')) throw new Unauthorized(message('key-needed'));
  const credential = parseCredential(authorization);
  if (!credential)
    throw new Unauthorized(message(containsMistypedKey(authorization) ? 'key-mistyped' : 'key-not-valid'));
  const principal = await principals.find(credential);
  if (credential.kind === 'token') {
    if (!principal) throw new InvalidToken(message('access-token-not-valid'));
    if (scope !== null && lacks(principal, scope, alsoViewers)) throw new InsufficientScope(scope);
    return principal;
  }
  if (!principal) throw new Unauthorized(message('key-not-valid'));
  if (scope !== null && lacks(principal, scope)) {
    const reason =
      credential.type === 'submission'
        ? message('management-key-needed')
        : message('key-scope-needed', { scope });
    throw new Forbidden(reason);
  }
  return principal;
}

const lacks = (caller: Principal, scope: Scope, alsoViewers = false): boolean =>
  !caller.scopes.includes(scope) &&
  !(alsoViewers && readerOf(caller) !== undefined && caller.scopes.includes('read'));

/**
 * Checks the scope of a caller that was accepted as a viewer.
 * @throws Forbidden if the scope is missing, or InsufficientScope if the caller is an app
 */
export function assertScope(caller: Principal, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  if (caller.type === 'member')
    throw new Forbidden(message('role-scope-needed', { role: caller.role, scope }));
  throw new InsufficientScope(scope);
}

/** The parts of a request that are needed to authenticate a session. */
export interface SessionRequest {
  /** Value of the session cookie. */
  readonly cookie: string;
  readonly method: string;
  /** The `Origin` header. */
  readonly origin: string | undefined;
}

/**
 * Returns the caller that the session belongs to and checks that it has the required scope.
 * @param ownOrigin origin of the service's pages. Only these pages may make changes with a cookie, because
 *   browsers also send the cookie with requests from other pages of the same site.
 * @throws Forbidden if the scope is missing, or if another page requests a change; such a request is rejected
 *   without a database read
 * @throws Unauthorized when the session has ended
 * @throws AccountSuspended
 */
export async function authenticateSession(
  { cookie, method, origin }: SessionRequest,
  scope: Scope | null,
  sessions: Pick<SessionPrincipalStore, 'find'>,
  ownOrigin: string,
  alsoViewers = false,
): Promise<SessionPrincipal> {
  assertOwnOrigin({ method, origin }, ownOrigin);
  const reference = parseSession(cookie);
  const found = reference && (await sessions.find(reference));
  if (!found) throw new Unauthorized(message('session-ended'));
  if (scope !== null && lacks(found.principal, scope, alsoViewers))
    throw new Forbidden(
      found.principal.type === 'member'
        ? message('role-scope-needed', { role: found.principal.role, scope })
        : message('key-scope-needed', { scope }),
    );
  if (found.isSuspended) throw new AccountSuspended();
  return found;
}

/**
 * Rejects a change that is authenticated by a cookie, unless one of the service's own pages sent the request.
 * @throws Forbidden
 */
export function assertOwnOrigin({ method, origin }: Omit<SessionRequest, 'cookie'>, ownOrigin: string): void {
  if (method !== 'GET' && method !== 'HEAD' && origin !== ownOrigin)
    throw new Forbidden(message('own-origin-needed', { origin: ownOrigin }));
}

/**
 * Checks that an account isn't suspended.
 * @param of the caller, or another object with an account id; if it has the property `isSuspended`, the
 *   account isn't read again
 * @throws AccountSuspended
 */
export async function assertNotSuspended(
  of: { readonly account_id: string; readonly isSuspended?: boolean },
  accounts: AccountStatus,
): Promise<void> {
  if (of.isSuspended ?? (await accounts.isSuspended(of.account_id))) throw new AccountSuspended();
}
