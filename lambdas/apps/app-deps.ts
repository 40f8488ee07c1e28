/** Provides the dependencies of the handlers that change apps. */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { appStore } from './app-store.ts';

/** Environment variables that contain the table names. */
export const appTables = ['ACCOUNTS_TABLE', 'OAUTH_CLIENTS_TABLE'] as const;

/** Creates the app store, using the table names from the environment. */
export const appStoreOf = (db: DocumentClient, environment: Record<(typeof appTables)[number], string>) =>
  appStore(db, { accounts: environment.ACCOUNTS_TABLE, oauthClients: environment.OAUTH_CLIENTS_TABLE });
