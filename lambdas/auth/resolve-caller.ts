/**
 * Determines the caller of an operation from the key or token that was sent, or otherwise from the session
 * cookie.
 */
import type { AccountStatus } from '../accounts/account-status-store.ts';
import type { ResolveCaller } from '../http/http-handler.ts';
import { allowsSession, type KeyedOperation } from '../http/operation.ts';
import { logWith } from '../http/request-log.ts';
import { assertNotSuspended, authenticate, authenticateSession } from './authenticate.ts';
import { loggedPrincipals, loggedSessions } from './logged-callers.ts';
import type { PrincipalStore } from './principal-store.ts';
import { sessionOfCookies } from './sessions/session-cookie.ts';
import type { SessionPrincipalStore } from './sessions/session-principal-store.ts';

export interface CallerStores {
  readonly principals: PrincipalStore;
  readonly accounts: AccountStatus;
  /** If set, operations that allow sessions accept the session cookie instead of a key. */
  readonly sessions?: SessionPrincipalStore;
}

/**
 * Returns the resolver for an operation.
 * @param baseUrl base URL of the service; only its own pages may change something with a cookie
 */
export function callerResolver(
  operation: KeyedOperation,
  { principals, accounts, sessions }: CallerStores,
  baseUrl: string,
): ResolveCaller {
  const { access, scope } = operation;
  const ownOrigin = new URL(baseUrl).origin;
  return async (event, runInBackground) => {
    // A key or token takes precedence over cookies.
    const cookie =
      event.headers['authorization'] === undefined && sessions && allowsSession(operation)
        ? sessionOfCookies(event.cookies, baseUrl)
        : undefined;
    if (sessions && cookie !== undefined) {
      const request = { cookie, method: event.requestContext.http.method, origin: event.headers['origin'] };
      const logged = loggedSessions(sessions, (subject) => logWith(event, subject));
      const { principal, session } = await authenticateSession(request, scope, logged, ownOrigin);
      runInBackground(sessions.touch(session));
      return principal;
    }
    const logged = loggedPrincipals(principals, (subject) => logWith(event, subject));
    const caller = await authenticate(event.headers['authorization'], scope, logged);
    runInBackground(principals.touchLastUsed(caller));
    // For a post with any key, the account is checked in parallel with its first read, so that it costs no
    // extra wait.
    if (access !== 'any-key') await assertNotSuspended(caller, accounts);
    return caller;
  };
}
