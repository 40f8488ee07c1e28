/** Binds an operation that needs a key to its function: its variables, the client of its tables, the check of its key. */
import { dynamoDocuments, type Documents } from '../adapters/dynamodb.ts';
import { keyStore } from '../adapters/key-store.ts';
import { readEnvironment, type VariableName } from '../environment.ts';
import { httpHandler, type HttpRequest } from './http-handler.ts';
import type { KeyedOperation } from './operation.ts';
import type { Answer } from './problem-document.ts';
import type { Voice } from './voice.ts';

type Environment<Name extends VariableName> = ReturnType<typeof readEnvironment<Name>>;

/**
 * The Lambda handler of an operation for holders of a key.
 * @param voiceAt makes its voice out of the service's address; English and JSON when absent
 */
export function managementHandler<Op extends KeyedOperation, Name extends VariableName>(
  operation: Op,
  variables: readonly Name[],
  bind: (db: Documents, environment: Environment<Name>) => (request: HttpRequest<Op>) => Promise<Answer>,
  voiceAt?: (baseUrl: string) => Voice,
) {
  const { API_KEYS_TABLE, BASE_URL } = readEnvironment('API_KEYS_TABLE', 'BASE_URL');
  const db = dynamoDocuments();
  const parts = {
    baseUrl: BASE_URL,
    keys: keyStore(db, API_KEYS_TABLE),
    ...(voiceAt && { voice: voiceAt(BASE_URL) }),
  };
  return httpHandler(operation, parts, bind(db, readEnvironment(...variables)));
}
