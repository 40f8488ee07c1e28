/** What the function of `listAuditLog` may use. */
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export function auditOperationGrants({ storage }: { readonly storage: Storage }) {
  return { listAuditLog: [callerGrants(storage).authenticate, storage.auditEvents.grant('Query')] };
}
