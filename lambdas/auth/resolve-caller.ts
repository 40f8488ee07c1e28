/**
 * Determines the caller of an operation from the key or token in the request or, if there is none, from the
 * session cookie.
 */
import type { AccountStatus } from '../accounts/account-status-store.ts';
import { AccountSuspended } from '../core/errors/errors.ts';
import type { ResolveCaller } from '../http/http-handler.ts';
import { allowsSession, type KeyedOperation } from '../http/operation.ts';
import { logWith } from '../http/request-log.ts';
import { assertNotSuspended, authenticate, authenticateSession } from './authenticate.ts';
import { assertMayReceive } from './receiving.ts';
import { loggedPrincipals, loggedSessions } from './logged-callers.ts';
import type { PrincipalStore } from './principal-store.ts';
import { sessionOfCookies } from './sessions/session-cookie.ts';
import type { SessionPrincipalStore } from './sessions/session-principal-store.ts';

export interface CallerStores {
  readonly principals: PrincipalStore;
  readonly accounts: AccountStatus;
  /** Finds the caller for a session cookie. If absent, operations don't accept session cookies. */
  readonly sessions?: SessionPrincipalStore;
}

/**
 * Creates the function that determines the caller of an operation.
 * @param baseUrl base URL of the service; only the service's own pages can make changes with a cookie
 */
export function callerResolver(
  operation: Pick<KeyedOperation, 'access' | 'scope' | 'sendsSubmissions' | 'alsoViewers'>,
  { principals, accounts, sessions }: CallerStores,
  baseUrl: string,
): ResolveCaller {
  const { access, scope, sendsSubmissions = false, alsoViewers } = operation;
  const ownOrigin = new URL(baseUrl).origin;
  return async (event, runInBackground) => {
    // Ignore the cookie if there is an `Authorization` header, because keys and tokens take precedence.
    const cookie =
      event.headers['authorization'] === undefined && sessions && allowsSession(operation)
        ? sessionOfCookies(event.cookies, baseUrl)
        : undefined;
    if (sessions && cookie !== undefined) {
      const request = { cookie, method: event.requestContext.http.method, origin: event.headers['origin'] };
      const logged = loggedSessions(sessions, (subject) => logWith(event, subject));
      const { principal, session } = await authenticateSession(
        request,
        scope,
        logged,
        ownOrigin,
        alsoViewers,
      );
      runInBackground(sessions.touch(session));
      if (sendsSubmissions) assertMayReceive(principal);
      return principal;
    }
    const logged = loggedPrincipals(principals, (subject) => logWith(event, subject));
    const caller = await authenticate(event.headers['authorization'], scope, logged, alsoViewers);
    runInBackground(principals.touchLastUsed(caller));
    if (sendsSubmissions) assertMayReceive(caller);
    // Don't check the account's status here if the operation accepts any key. Such an operation checks it in
    // parallel with its first read, to avoid extra latency.
    if (access === 'any-key') return caller;
    if (caller.type === 'connection') {
      await assertNotSuspended(caller, accounts);
      return caller;
    }
    const { isSuspended, eventOwners } = await accounts.statusOf(caller.account_id);
    if (isSuspended) throw new AccountSuspended();
    return eventOwners ? { ...caller, event_owners: eventOwners } : caller;
  };
}
