/** Binds an operation that needs a key to its function: its variables, the client of its tables, the check of the key. */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { principalStore } from '../auth/principal-store.ts';
import { readEnvironment, type VariableName } from '../environment.ts';
import { httpHandler, type HttpRequest } from './http-handler.ts';
import type { KeyedOperation } from './operation.ts';
import type { HttpResponse } from './problem-document.ts';
import type { ResponseFormat } from './response-format.ts';

type Environment<Name extends VariableName> = ReturnType<typeof readEnvironment<Name>>;

/**
 * The Lambda handler of an operation for holders of a key.
 * @param voiceAt makes its voice out of the service's address; English and JSON when absent
 */
export function managementHandler<Op extends KeyedOperation, Name extends VariableName>(
  operation: Op,
  variables: readonly Name[],
  bind: (
    db: DocumentClient,
    environment: Environment<Name>,
  ) => (request: HttpRequest<Op>) => Promise<HttpResponse>,
  voiceAt?: (baseUrl: string) => ResponseFormat,
) {
  const tables = readEnvironment('ACCESS_TOKENS_TABLE', 'API_KEYS_TABLE', 'BASE_URL');
  const db = documentClient();
  const grants = principalStore(
    db,
    { accessTokens: tables.ACCESS_TOKENS_TABLE, apiKeys: tables.API_KEYS_TABLE },
    Date.now,
  );
  return httpHandler(
    operation,
    { baseUrl: tables.BASE_URL, principals: grants, ...(voiceAt && { format: voiceAt(tables.BASE_URL) }) },
    bind(db, readEnvironment(...variables)),
  );
}
