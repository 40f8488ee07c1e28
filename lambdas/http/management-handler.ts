/** Composes the function of an operation that needs a key: its variables, the DynamoDB client, the check of the key. */
import { type DocumentClient } from '../aws/dynamodb.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { accountStatusStore } from '../accounts/account-status-store.ts';
import { principalStore } from '../auth/principal-store.ts';
import { readEnvironment, type VariableName } from '../environment.ts';
import { httpHandler, type HttpRequest } from './http-handler.ts';
import { changeMarkerStore } from '../analytics/change-marker-store.ts';
import { countsAsWrite } from '../analytics/change-marker.ts';
import { countedWrite } from './conditional/counted-write.ts';
import { unlessKnown } from './conditional/known-resource.ts';
import { unlessUnchanged } from './conditional/unchanged-list.ts';
import type { KeyedOperation } from './operation.ts';
import type { HttpResponse, ResponseFormat } from './http-response.ts';

type Environment<Name extends VariableName> = ReturnType<typeof readEnvironment<Name>>;

/**
 * The Lambda handler of an operation that needs a key.
 * @param formatAt makes its response format from the service's address; English and JSON when absent
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
  const tables = readEnvironment('ACCESS_TOKENS_TABLE', 'ACCOUNTS_TABLE', 'API_KEYS_TABLE', 'BASE_URL');
  const db = documentClient();
  const principals = principalStore(
    db,
    { accessTokens: tables.ACCESS_TOKENS_TABLE, apiKeys: tables.API_KEYS_TABLE },
    Date.now,
  );
  return httpHandler(
    operation,
    {
      baseUrl: tables.BASE_URL,
      principals,
      accounts: accountStatusStore(db, tables.ACCOUNTS_TABLE),
      ...(formatAt && { format: formatAt(tables.BASE_URL) }),
    },
    conditional(operation, db, bind(db, readEnvironment(...variables))),
  );
}

type Respond<Op extends KeyedOperation> = (request: HttpRequest<Op>) => Promise<HttpResponse>;

/** Adds what the operation's tags and lists ask for. */
function conditional<Op extends KeyedOperation>(
  operation: Op,
  db: DocumentClient,
  respond: Respond<Op>,
): Respond<Op> {
  const { method, follows, versioned }: KeyedOperation = operation;
  if (method === 'GET' && versioned) return unlessKnown(respond);
  if (!countsAsWrite(operation) && !follows) return respond;
  const markers = changeMarkerStore(db, readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE);
  return follows
    ? unlessUnchanged(operation, { markers, now: Date.now }, respond)
    : countedWrite(markers, respond);
}
