/** Defines the grants for the OAuth token and metadata functions. */
import { allOf, variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface OauthOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function oauthOperationGrants({ storage, settings }: OauthOperationGrantsProps) {
  const authenticateClient = allOf(
    storage.apiKeys.grant('GetItem'),
    storage.oauthClients.grant('GetItem'),
    storage.accessTokens.grantName,
  );
  /** Lets a function delete an app's connection and record this in the audit log. */
  const endConnection = allOf(
    storage.grantReadConnection,
    storage.connections.grant('GetItem'),
    storage.connections.grantWriteWithoutReturn('DeleteItem'),
    storage.grantAddToAuditLog,
  );
  return {
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
    getProtectedResource: [],
  };
}
