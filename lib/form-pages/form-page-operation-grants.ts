/** Defines the grants for the functions that serve the hosted page, the thank-you page, and the form preview. */
import { limitedAccount, previewAccount } from '../../lambdas/accounts/account.ts';
import { thanksForm } from '../../lambdas/form-pages/thanks-form.ts';
import { hostedForm } from '../../lambdas/ingest/hosted-page/hosted-form.ts';
import { variable } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export interface FormPageOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
}

export function formPageOperationGrants({ storage, settings }: FormPageOperationGrantsProps) {
  return {
    getThanks: [
      storage.grantReadAccountStatus,
      storage.formSlugs.grantReadAttributes(['slug', ...thanksForm.keyof().options], 'GetItem'),
    ],
    getFormPage: [
      storage.accounts.grantReadAttributes(limitedAccount.keyof().options, 'GetItem'),
      storage.formSlugs.grantReadAttributes(['slug', ...hostedForm.keyof().options], 'GetItem'),
      storage.counters.grant('GetItem', 'UpdateItem'),
      storage.filesOrigin,
      variable('PLANS', JSON.stringify(settings.plans)),
    ],
    getPreview: [
      callerGrants(storage).authenticate,
      storage.grantReadForm,
      storage.submissions.grant('Query'),
      storage.accounts.grantReadAttributes(previewAccount.keyof().options, 'GetItem'),
    ],
  };
}
