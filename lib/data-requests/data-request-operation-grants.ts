/** Defines the grants for the data request functions. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Grant } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface DataRequestOperationGrantsProps {
  readonly storage: Storage;
  readonly dataRequests: { readonly grantSend: Grant };
}

export function dataRequestOperationGrants({ storage, dataRequests }: DataRequestOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const start = [storage.formJobs.grant('GetItem', 'Query', 'PutItem'), dataRequests.grantSend];
  return {
    createDataRequest: [authenticate, ...start],
    listDataRequests: [authenticate, storage.formJobs.grant('Query')],
    getDataRequest: [authenticate, storage.formJobs.grant('GetItem'), storage.grantDataExports('GetObject')],
    listDataRequestMatches: [authenticate, storage.formJobs.grant('GetItem', 'Query')],
    confirmDataRequest: [authenticate, ...start],
    cancelDataRequest: [
      authenticate,
      storage.formJobs.grant('GetItem', 'PutItem', 'DeleteItem'),
      dataRequests.grantSend,
    ],
  };
}
