/** Defines the grants for erasing a person's data. Only one function has these grants. */
import { AUTORESPONSE_COUNTER } from '../../lambdas/emails/send-lock.ts';
import { keyedAccountAttributes } from '../../lambdas/erasure/erase-person.ts';
import type { Grant } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Returns the grants for erasing submissions, and for removing an address from all of an account's other
 * records.
 */
export function erasureGrants(storage: Storage): readonly Grant[] {
  return [
    storage.submissions.grant('UpdateItem', 'DeleteItem'),
    storage.grantEraseFiles,
    storage.uploads.grant('DeleteItem'),
    storage.emails.grant('BatchWriteItem'),
    storage.replies.grantReadAttributes(['owner_id', 'reply_key'], 'Query'),
    storage.replies.grant('BatchWriteItem'),
    storage.deliveries.grant('BatchWriteItem'),
    storage.idempotency.grant('Query', 'BatchWriteItem'),
    storage.recipients.grant('DeleteItem'),
    storage.counters.grantKeyPrefix(AUTORESPONSE_COUNTER, 'DeleteItem'),
    storage.forms.grantUpdateAttributes(
      'form_id',
      'notify_emails',
      'app_recipients',
      'recipient_filters',
      'version',
      'updated_at',
    ),
    storage.members.grant('GetItem', 'DeleteItem'),
    storage.identities.grant('GetItem', 'DeleteItem'),
    storage.invitations.grant('DeleteItem'),
    storage.accounts.grantUpdateAttributes('active_owners', 'invited_owners'),
    storage.accounts.grantReadAttributes(keyedAccountAttributes, 'GetItem'),
    storage.grantRemoveLargeExports('acc_', 'frm_'),
    storage.grantDataExports('GetObject', 'DeleteObject'),
    storage.grantImports('DeleteObject'),
    storage.grantSearchObjects('GetObject', 'PutObject', 'DeleteObject'),
  ];
}
