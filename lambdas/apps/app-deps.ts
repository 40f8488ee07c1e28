/** What the handlers that change apps have in common. */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { appStore } from './app-store.ts';

/** The environment variables that name their tables. */
export const appTables = ['ACCOUNTS_TABLE', 'OAUTH_CLIENTS_TABLE'] as const;

/** The store of apps, as the environment names its tables. */
export const appStoreOf = (db: DocumentClient, environment: Record<(typeof appTables)[number], string>) =>
  appStore(db, { accounts: environment.ACCOUNTS_TABLE, oauthClients: environment.OAUTH_CLIENTS_TABLE });
