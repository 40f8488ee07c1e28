/** Defines the grants for the functions that receive form submissions and create upload links. */
import { preflightForm } from '../../lambdas/forms/form.ts';
import { challengeForm } from '../../lambdas/ingest/challenge/challenge-form.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { postGrants } from './post-grants.ts';

export interface IngestOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function ingestOperationGrants({ storage, settings }: IngestOperationGrantsProps) {
  const { preflight, ingest } = postGrants(storage, settings);
  return {
    submitForm: [ingest],
    getChallenge: [
      storage.formSlugs.grantReadAttributes(['slug', ...challengeForm.keyof().options], 'GetItem'),
    ],
    createUpload: [
      preflight,
      storage.formSlugs.grantReadAttributes(['slug', ...preflightForm.keyof().options], 'GetItem'),
      storage.uploads.grant('PutItem'),
      // Allow uploads, because a presigned upload uses the permissions of the function that signed it.
      storage.grantUploads('PutObject'),
    ],
  };
}
