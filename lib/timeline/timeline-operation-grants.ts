/** Defines the grants for the `getTimeline` function. */
import { labelAttributes } from '../../lambdas/submissions/labels/label.ts';
import { replySummaryAttributes } from '../../lambdas/submissions/replies/reply.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export function timelineOperationGrants({ storage }: { readonly storage: Storage }) {
  return {
    getTimeline: [
      callerGrants(storage).authenticate,
      storage.grantReadForm,
      storage.submissions.grant('GetItem'),
      storage.grantListWebhooks,
      storage.deliveries.grant('BatchGetItem'),
      storage.emails.grant('Query'),
      storage.accounts.grantReadAttributes(labelAttributes, 'GetItem'),
      storage.replies.grantReadAttributes(replySummaryAttributes, 'Query'),
    ],
  };
}
