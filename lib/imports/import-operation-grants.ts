/** Defines the grants for the import functions. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Grant } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface ImportOperationGrantsProps {
  readonly storage: Storage;
  readonly formJobs: { readonly grantStart: Grant };
}

export function importOperationGrants({ storage, formJobs }: ImportOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  return {
    // Includes permission to upload, because a presigned upload uses the permissions of the function that
    // signed it.
    createImport: [
      authenticate,
      storage.grantReadForm,
      storage.formJobs.grant('PutItem'),
      storage.grantImports('PutObject'),
    ],
    getImport: [authenticate, storage.formJobs.grant('GetItem')],
    confirmImport: [authenticate, storage.formJobs.grant('GetItem'), formJobs.grantStart],
  };
}
