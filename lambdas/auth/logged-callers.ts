/** Adds the caller of a request to its log line. Only logs ids, never a secret or its hash. */
import type { ConnectionPrincipal, KeyPrincipal, MemberPrincipal } from '../core/caller.ts';
import type { LogSubject } from '../http/log-subject.ts';
import type { PrincipalStore } from './principal-store.ts';
import type { SessionPrincipalStore } from './sessions/session-principal-store.ts';

/** Returns the ids that identify a principal in the log line. */
export function logSubjectOf(
  of:
    | Pick<KeyPrincipal, 'account_id' | 'key_id' | 'token_id'>
    | Pick<ConnectionPrincipal, 'account_id' | 'member_id' | 'connection_id' | 'client_id' | 'token_id'>
    | Pick<MemberPrincipal, 'account_id' | 'member_id'>,
): LogSubject {
  const { account_id } = of;
  if ('connection_id' in of) {
    const { member_id, connection_id, client_id, token_id } = of;
    return { account_id, member_id, connection_id, client_id, ...(token_id !== undefined && { token_id }) };
  }
  if ('member_id' in of) return { account_id, member_id: of.member_id };
  return { account_id, key_id: of.key_id, ...(of.token_id !== undefined && { token_id: of.token_id }) };
}

/**
 * Wraps the principal lookup to log each result. As a result, the log lines of rejected requests also
 * identify the caller.
 */
export function loggedPrincipals(
  principals: Pick<PrincipalStore, 'find'>,
  logWith: (subject: LogSubject) => void,
): Pick<PrincipalStore, 'find'> {
  return {
    async find(credential) {
      const principal = await principals.find(credential);
      if (principal) logWith(logSubjectOf(principal));
      return principal;
    },
  };
}

/** Wraps the session lookup in the same way as `loggedPrincipals`. */
export function loggedSessions(
  sessions: Pick<SessionPrincipalStore, 'find'>,
  logWith: (subject: LogSubject) => void,
): Pick<SessionPrincipalStore, 'find'> {
  return {
    async find(reference) {
      const found = await sessions.find(reference);
      if (found) logWith(logSubjectOf(found.principal));
      return found;
    },
  };
}
