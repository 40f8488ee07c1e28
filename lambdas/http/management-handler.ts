/** Binds a management operation to its function: its variables, the client of its tables, the check of its key. */
import { dynamoDocuments, type Documents } from '../adapters/dynamodb.ts';
import { keyStore } from '../adapters/key-store.ts';
import { readEnvironment, type VariableName } from '../environment.ts';
import { httpHandler, type HttpRequest } from './http-handler.ts';
import type { Operation } from './operation.ts';
import type { Answer } from './problem-document.ts';

type Environment<Name extends VariableName> = ReturnType<typeof readEnvironment<Name>>;

/** The Lambda handler of an operation for holders of a management key. */
export function managementHandler<Op extends Operation & { access: 'management' }, Name extends VariableName>(
  operation: Op,
  variables: readonly Name[],
  bind: (db: Documents, environment: Environment<Name>) => (request: HttpRequest<Op>) => Promise<Answer>,
) {
  const { API_KEYS_TABLE, BASE_URL } = readEnvironment('API_KEYS_TABLE', 'BASE_URL');
  const db = dynamoDocuments();
  const parts = { baseUrl: BASE_URL, keys: keyStore(db, API_KEYS_TABLE) };
  return httpHandler(operation, parts, bind(db, readEnvironment(...variables)));
}
