/** Whom and what a request is about, as its line in the log names them: ids only, never a secret or its hash. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PrincipalStore } from '../auth/principal-store.ts';
import type { ConnectionPrincipal, KeyPrincipal, MemberPrincipal } from '../auth/principal.ts';
import type { SessionPrincipalStore } from '../auth/sessions/session-principal-store.ts';
import { formIdOf, isFormId, parentsOfDelivery } from '../core/ids.ts';

export interface LogSubject {
  readonly account_id?: string;
  readonly key_id?: string;
  readonly member_id?: string;
  readonly connection_id?: string;
  readonly client_id?: string;
  /** Of the access token that was sent in place of its key. */
  readonly token_id?: string;
  readonly form_id?: string;
  /** What became of a post. */
  readonly outcome?: 'stored' | 'spam' | 'replay';
  /** A unit of a limit that stays taken although the post was not stored. */
  readonly not_given_back?: 'quota' | 'address';
  /** Why a sign-in did not succeed. */
  readonly sign_in?: string;
}

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

/** Finds the same principals and logs whom it finds, so that also the line of a refused request names them. */
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

/** The same for sessions. */
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

/** The form that a path names, by its own id or by that of something that belongs to it. */
export function subjectOfPath({
  pathParameters,
}: Pick<APIGatewayProxyEventV2, 'pathParameters'>): LogSubject {
  const id = pathParameters?.['id'] ?? pathParameters?.['jobId'] ?? '';
  const formId = isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
  return formId === undefined ? {} : { form_id: formId };
}
