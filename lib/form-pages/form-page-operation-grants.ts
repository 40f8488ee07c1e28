/** Defines the grants for the functions that serve the thank-you page and the form preview. */
import { previewAccount } from '../../lambdas/accounts/account.ts';
import { thanksForm } from '../../lambdas/form-pages/thanks-form.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import type { Storage } from '../storage/storage.ts';

export function formPageOperationGrants({ storage }: { readonly storage: Storage }) {
  return {
    getThanks: [
      storage.grantReadAccountStatus,
      storage.formSlugs.grantReadAttributes(['slug', ...thanksForm.keyof().options], 'GetItem'),
    ],
    getPreview: [
      callerGrants(storage).authenticate,
      storage.grantReadForm,
      storage.submissions.grant('Query'),
      storage.accounts.grantReadAttributes(previewAccount.keyof().options, 'GetItem'),
    ],
  };
}
