/** Defines the grants for the API key functions. */
import type { Storage } from '../storage/storage.ts';
import { callerGrants } from './caller-grants.ts';

export function apiKeyOperationGrants({ storage }: { readonly storage: Storage }) {
  const { authenticate } = callerGrants(storage);
  const countManagementKeys = storage.accounts.grantUpdateAttributes('live_management_keys');
  return {
    createApiKey: [
      authenticate,
      storage.apiKeys.grant('ConditionCheckItem', 'PutItem'),
      storage.members.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.accountKeys.grant('PutItem'),
      storage.counters.grant('UpdateItem'),
      countManagementKeys,
    ],
    listApiKeys: [authenticate, storage.accountKeys.grant('Query'), storage.apiKeys.grant('BatchGetItem')],
    revokeApiKey: [
      authenticate,
      storage.accountKeys.grant('GetItem', 'Query'),
      storage.apiKeys.grant('BatchGetItem'),
      storage.apiKeys.grantUpdateAttributes('revoked_at'),
      countManagementKeys,
    ],
  };
}
