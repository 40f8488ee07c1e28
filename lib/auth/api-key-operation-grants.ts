/** Defines the grants for the API key functions. */
import { allOf } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';
import { callerGrants } from './caller-grants.ts';

export function apiKeyOperationGrants({ storage }: { readonly storage: Storage }) {
  const { authenticate } = callerGrants(storage);
  const countManagementKeys = storage.accounts.grantUpdateAttributes('live_management_keys');
  const createKey = allOf(
    authenticate,
    storage.apiKeys.grant('ConditionCheckItem', 'PutItem'),
    storage.members.grantWriteWithoutReturn('ConditionCheckItem'),
    storage.accountKeys.grant('PutItem'),
    storage.counters.grant('UpdateItem'),
  );
  return {
    createApiKey: [createKey, countManagementKeys],
    rollApiKey: [
      createKey,
      storage.accountKeys.grant('GetItem'),
      storage.apiKeys.grantUpdateAttributes('expires_at', 'replaced_by', 'revoked_at'),
      storage.accounts.grantName,
    ],
    listApiKeys: [authenticate, storage.accountKeys.grant('Query'), storage.apiKeys.grant('BatchGetItem')],
    revokeApiKey: [
      authenticate,
      storage.accountKeys.grant('GetItem', 'Query'),
      storage.apiKeys.grant('BatchGetItem'),
      storage.apiKeys.grantUpdateAttributes('expires_at', 'revoked_at'),
      countManagementKeys,
    ],
  };
}
