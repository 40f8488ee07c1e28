/**
 * Builds the Lambda handler for an operation that requires a key or a session, with its environment
 * variables, DynamoDB client and authentication.
 */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { auditLog } from '../audit/audit-log-store.ts';
import { systemRandom } from '../core/random.ts';
import { accountStatusStore } from '../accounts/account-status-store.ts';
import { principalsOf } from './auth-deps.ts';
import { sessionPrincipalStore, type SessionPrincipalStore } from './sessions/session-principal-store.ts';
import { auditorOf } from './audited.ts';
import { callerResolver } from './resolve-caller.ts';
import { readEnvironment, type VariableName } from '../environment.ts';
import { httpHandler, type HttpRequest, type ResolveCaller } from '../http/http-handler.ts';
import { conditional } from '../http/conditional/conditional-handler.ts';
import { allowsSession, type KeyedOperation } from '../http/operation.ts';
import type { HttpResponse, ResponseFormat } from '../http/http-response.ts';

type Environment<Name extends VariableName> = ReturnType<typeof readEnvironment<Name>>;

const auditLogOf = (db: DocumentClient) =>
  auditLog(db, readEnvironment('AUDIT_EVENTS_TABLE').AUDIT_EVENTS_TABLE, Date.now, systemRandom);

/**
 * Creates the Lambda handler for an operation that requires a key.
 * @param formatAt creates the response format from the service's URL; the default is English and JSON
 */
export function managementHandler<Op extends KeyedOperation, Name extends VariableName>(
  operation: Op,
  variables: readonly Name[],
  bind: (
    db: DocumentClient,
    environment: Environment<Name>,
  ) => (request: HttpRequest<Op>) => Promise<HttpResponse>,
  formatAt?: (baseUrl: string) => ResponseFormat,
) {
  const tables = readEnvironment('ACCOUNTS_TABLE', 'BASE_URL');
  const db = documentClient();
  let resolveCaller: ResolveCaller | undefined;
  return httpHandler(
    operation,
    {
      baseUrl: tables.BASE_URL,
      // Create this with the first request, because the agents' function runs operations without HTTP
      // requests and never needs it.
      resolveCaller(...args) {
        resolveCaller ??= callerResolver(
          operation,
          {
            principals: principalsOf(db),
            accounts: accountStatusStore(db, tables.ACCOUNTS_TABLE),
            ...(allowsSession(operation) && { sessions: sessionPrincipals(db) }),
          },
          tables.BASE_URL,
        );
        return resolveCaller(...args);
      },
      ...(operation.audit && { audit: auditorOf(operation, auditLogOf(db)) }),
      ...(formatAt && { format: formatAt(tables.BASE_URL) }),
    },
    conditional(operation, db, bind(db, readEnvironment(...variables))),
  );
}

function sessionPrincipals(db: DocumentClient): SessionPrincipalStore {
  const tables = readEnvironment('ACCOUNTS_TABLE', 'API_KEYS_TABLE', 'MEMBERS_TABLE', 'SESSIONS_TABLE');
  return sessionPrincipalStore(
    db,
    {
      accounts: tables.ACCOUNTS_TABLE,
      apiKeys: tables.API_KEYS_TABLE,
      members: tables.MEMBERS_TABLE,
      sessions: tables.SESSIONS_TABLE,
    },
    Date.now,
  );
}
