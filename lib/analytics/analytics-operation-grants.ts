/** What the functions of the statistics operations may use. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export function analyticsOperationGrants({ storage }: { readonly storage: Storage }) {
  const { authenticate } = callerGrants(storage);
  const readForm = storage.grantReadForm;
  return {
    listFields: [authenticate, readForm, storage.submissions.grant('Query')],
    getSample: [authenticate, readForm, storage.submissions.grant('Query')],
    getStatistics: [authenticate, readForm, storage.counters.grant('BatchGetItem')],
  };
}
