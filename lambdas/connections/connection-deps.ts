/** Provides the dependencies for issuing connection tokens and for ending connections. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { auditLog } from '../audit/audit-log-store.ts';
import { principalTables } from '../auth/auth-deps.ts';
import type { TokenConnection } from '../auth/access-token.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { systemRandom } from '../core/random.ts';
import { readEnvironment } from '../environment.ts';
import { codeRedemptionStore } from './authorization-code-store.ts';
import { loadConnection } from '../auth/connections/connection-principal-store.ts';
import { connectionStore } from '../auth/connections/connection-store.ts';
import { endConnection, type EndConnection } from './end-connection.ts';

/** Returns the dependencies for ending connections on behalf of apps. */
export function endingDeps(db: DocumentClient) {
  const tables = principalTables();
  const { AUDIT_EVENTS_TABLE } = readEnvironment('AUDIT_EVENTS_TABLE');
  const log = auditLog(db, AUDIT_EVENTS_TABLE, Date.now, systemRandom);
  const connections = connectionStore(db, tables.connections);
  return {
    connections,
    load: (of: TokenConnection) => loadConnection(db, tables, of),
    /** Creates a function that ends connections. Its audit log rows name the operation and the request. */
    enderOf: (action: string, { requestContext }: APIGatewayProxyEventV2): EndConnection =>
      endConnection(connections, ({ account_id, connection_id: id, app_name: name }, actor) => {
        const { requestId: request_id, http } = requestContext;
        const source = { account_id, actor, request_id, ip: http.sourceIp };
        return log.rowOf(source, { action, target: { type: 'connection', id, name } });
      }),
  };
}

/** Returns the dependencies for issuing connection tokens to apps. */
export function connectionDeps(db: DocumentClient) {
  const { AUTHORIZATION_CODES_TABLE } = readEnvironment('AUTHORIZATION_CODES_TABLE');
  const codes = codeRedemptionStore(db, {
    ...principalTables(),
    authorizationCodes: AUTHORIZATION_CODES_TABLE,
  });
  return { ...endingDeps(db), codes };
}
