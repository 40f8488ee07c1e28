/** Defines the grants for the OAuth client functions. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Key prefix of apps that belong to accounts. Only the operator can change the installation's own apps.
 */
const ACCOUNT_APPS = 'acc_';

export function appOperationGrants({ storage }: { readonly storage: Storage }) {
  const { authenticate } = callerGrants(storage);
  const readOwnApp = storage.oauthClients.grantKeyPrefix(ACCOUNT_APPS, 'GetItem');
  const putOwnApp = storage.oauthClients.grantAdd(ACCOUNT_APPS);
  return {
    createOauthClient: [authenticate, putOwnApp, storage.accounts.grantUpdateAttributes('oauth_clients')],
    listOauthClients: [authenticate, storage.oauthClients.grantKeyPrefix(ACCOUNT_APPS, 'Query')],
    getOauthClient: [authenticate, readOwnApp],
    updateOauthClient: [authenticate, readOwnApp, putOwnApp],
    rotateOauthClientSecret: [authenticate, readOwnApp, putOwnApp],
    deleteOauthClient: [
      authenticate,
      readOwnApp,
      storage.oauthClients.grantKeyPrefix(ACCOUNT_APPS, 'DeleteItem'),
      storage.connections.grant('Query', 'BatchWriteItem'),
      storage.accounts.grantUpdateAttributes('oauth_clients'),
    ],
  };
}
