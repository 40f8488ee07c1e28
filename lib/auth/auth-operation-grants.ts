/** What the functions of the API key and access token operations may use. */
import { allOf, variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { callerGrants } from './caller-grants.ts';

export interface AuthOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function authOperationGrants({ storage, settings }: AuthOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const countManagementKeys = storage.accounts.grantUpdateAttributes('live_management_keys');
  const authenticateClient = allOf(
    storage.apiKeys.grant('GetItem'),
    storage.oauthClients.grant('GetItem'),
    storage.accessTokens.grantName,
  );
  /** Ends a connection for its app and adds a row to the audit log. */
  const endConnection = allOf(
    storage.grantReadConnection,
    storage.connections.grant('GetItem'),
    storage.connections.grantWriteWithoutReturn('DeleteItem'),
    storage.grantAddToAuditLog,
  );
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
    issueToken: [
      authenticateClient,
      endConnection,
      storage.grantReadAccountStatus,
      storage.apiKeys.grantUpdateAttributes('last_used_at'),
      storage.accessTokens.grant('PutItem'),
      storage.authorizationCodes.grant('GetItem'),
      storage.authorizationCodes.grantUpdateAttributes('spent_at'),
      storage.members.grantWriteWithoutReturn('ConditionCheckItem'),
      storage.connections.grantWriteWithoutReturn('PutItem', 'UpdateItem'),
    ],
    revokeToken: [authenticateClient, endConnection, storage.accessTokens.grant('GetItem', 'DeleteItem')],
    getOauthMetadata: [variable('CONSOLE_ENABLED', String(settings.console))],
  };
}
