/** What the function of `getFile` may use. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export function fileOperationGrants({ storage }: { readonly storage: Storage }) {
  return {
    getFile: [
      callerGrants(storage).authenticateKey,
      storage.grantReadForm,
      storage.submissions.grant('GetItem'),
      storage.grantAttachments('GetObject'),
    ],
  };
}
