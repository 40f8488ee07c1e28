/** Defines the grants for the connection and consent functions. */
import { callerAccount } from '../../lambdas/people/caller-view.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export function connectionOperationGrants({ storage }: { readonly storage: Storage }) {
  const { authenticate } = callerGrants(storage);
  /** Lets a function read the signed-in member and the app that requests consent. */
  const readConsentRequest = allOf(storage.grantReadSession, storage.oauthClients.grant('GetItem'));
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
