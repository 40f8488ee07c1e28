/** What the function of `getUsage` may use. */
import { callerGrants } from '../auth/caller-grants.ts';
import { variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface UsageOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function usageOperationGrants({ storage, settings }: UsageOperationGrantsProps) {
  return {
    getUsage: [
      callerGrants(storage).authenticate,
      storage.accounts.grant('BatchGetItem'),
      storage.counters.grant('BatchGetItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
    ],
  };
}
