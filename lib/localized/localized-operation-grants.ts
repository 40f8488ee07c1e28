/** Defines the grants for the functions of localized operations. */
import { callerGrants } from '../auth/caller-grants.ts';
import { formViewGrants } from '../forms/form-view-grants.ts';
import { postGrants } from '../ingest/post-grants.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface LocalizedOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function localizedOperationGrants({ storage, settings }: LocalizedOperationGrantsProps) {
  const { authenticate, authenticateKey } = callerGrants(storage);
  const { showForm } = formViewGrants(storage, settings);
  return {
    submitEntry: [authenticateKey, postGrants(storage, settings).ingest],
    getJob: [
      authenticate,
      storage.grantReadForm,
      storage.submissions.grant('GetItem'),
      storage.grantListWebhooks,
      storage.deliveries.grant('BatchGetItem'),
      storage.counters.grant('BatchGetItem'),
      showForm,
    ],
    listDrive: [authenticate, storage.grantListForms, storage.submissions.grant('Query'), showForm],
  };
}
