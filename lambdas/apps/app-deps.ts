/** Dependencies that the handlers which change apps share. */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { appStore } from './app-store.ts';

/** The environment variables with the names of their tables. */
export const appTables = ['ACCOUNTS_TABLE', 'OAUTH_CLIENTS_TABLE'] as const;

/** Creates the store of apps from the table names in the environment. */
export const appStoreOf = (db: DocumentClient, environment: Record<(typeof appTables)[number], string>) =>
  appStore(db, { accounts: environment.ACCOUNTS_TABLE, oauthClients: environment.OAUTH_CLIENTS_TABLE });
