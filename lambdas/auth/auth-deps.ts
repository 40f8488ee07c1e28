/** Creates the store that finds principals, using the table names in the function's environment variables. */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { readEnvironment } from '../environment.ts';
import { principalStore, type PrincipalStore, type PrincipalTables } from './principal-store.ts';

/** Returns the names of the tables that authenticate keys and tokens, as set in the environment. */
export function principalTables(): PrincipalTables {
  const environment = readEnvironment(
    'ACCESS_TOKENS_TABLE',
    'ACCOUNTS_TABLE',
    'API_KEYS_TABLE',
    'CONNECTIONS_TABLE',
    'MEMBERS_TABLE',
    'OAUTH_CLIENTS_TABLE',
  );
  return {
    accessTokens: environment.ACCESS_TOKENS_TABLE,
    accounts: environment.ACCOUNTS_TABLE,
    apiKeys: environment.API_KEYS_TABLE,
    connections: environment.CONNECTIONS_TABLE,
    members: environment.MEMBERS_TABLE,
    oauthClients: environment.OAUTH_CLIENTS_TABLE,
  };
}

/**
 * Creates the principal store for this function.
 * @param resource the resource that access tokens must be bound to; omit it for the API
 */
export const principalsOf = (db: DocumentClient, resource?: string): PrincipalStore =>
  principalStore(db, principalTables(), Date.now, resource);
