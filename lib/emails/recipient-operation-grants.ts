/** Defines the grants for the functions behind the confirmation and unsubscribe links. */
import { CHANGE_MARKER } from '../../lambdas/core/counters/change-marker.ts';
import { nameAttributes } from '../../lambdas/forms/recipients/recipient-link.ts';
import type { Storage } from '../storage/storage.ts';

export function recipientOperationGrants({ storage }: { readonly storage: Storage }) {
  const showPage = [
    storage.recipients.grant('BatchGetItem'),
    // If an app added a recipient, the recipient's links only work while the app may receive submissions.
    storage.grantLoadConnection,
    storage.forms.grantReadAttributes(nameAttributes.form, 'GetItem'),
    storage.accounts.grantReadAttributes(nameAttributes.account, 'GetItem'),
  ];
  const updateRecipient = [
    ...showPage,
    storage.recipients.grant('UpdateItem'),
    storage.counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem'),
  ];
  return {
    getConfirmation: showPage,
    confirmRecipient: updateRecipient,
    getUnsubscription: showPage,
    unsubscribeRecipient: updateRecipient,
  };
}
