/** Defines the grants for the functions that return statistics and usage. */
import { callerGrants } from '../auth/caller-grants.ts';
import { variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface AnalyticsOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function analyticsOperationGrants({ storage, settings }: AnalyticsOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const readForm = storage.grantReadForm;
  return {
    listFields: [authenticate, readForm, storage.submissions.grant('Query')],
    getSample: [authenticate, readForm, storage.submissions.grant('Query')],
    getStatistics: [authenticate, readForm, storage.counters.grant('BatchGetItem', 'GetItem')],
    getUsage: [
      authenticate,
      storage.grantListForms,
      storage.accounts.grant('BatchGetItem'),
      storage.counters.grant('BatchGetItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
    ],
  };
}
