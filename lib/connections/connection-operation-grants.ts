/** Defines the grants for the connection and consent functions. */
import { callerAccount } from '../../lambdas/people/caller-view.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf, variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

interface ConnectionOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function connectionOperationGrants({ storage, settings }: ConnectionOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  /** Lets a function read the signed-in member and the app that requests consent. */
  const readConsentRequest = allOf(
    storage.grantReadSession,
    storage.oauthClients.grant('GetItem'),
    // The function loads apps' metadata documents, whose URLs follow the same rules as webhook URLs. On a
    // local stage, it can load them from 127.0.0.1.
    variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
    variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
  );
  return {
    listConnections: [authenticate, storage.connections.grant('Query')],
    deleteConnection: [authenticate, storage.connections.grant('GetItem', 'DeleteItem')],
    askConsent: [
      readConsentRequest,
      storage.grantReadForm,
      storage.grantListForms,
      storage.accounts.grantReadAttributes(callerAccount.keyof().options, 'GetItem'),
    ],
    answerConsent: [
      readConsentRequest,
      storage.grantReadForm,
      storage.authorizationCodes.grantWriteWithoutReturn('PutItem'),
      storage.grantAddToAuditLog,
    ],
  };
}
