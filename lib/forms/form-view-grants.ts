/** Permissions for every function that returns a form. */
import { FORM_COUNTS } from '../../lambdas/forms/counts/form-counts.ts';
import { consentAttributes, ownerAttributes } from '../../lambdas/forms/recipients/recipient.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface FormViewGrants {
  /**
   * Lets a function show a new form, including whether the stage sends e-mail and which recipients are
   * confirmed.
   */
  readonly showNewForm: Grant;
  /** Extends `showNewForm` with the number of submissions. */
  readonly showForm: Grant;
}

export function formViewGrants(storage: Storage, settings: StageSettings): FormViewGrants {
  const showNewForm = allOf(
    variable('EMAIL_ENABLED', String(settings.mailSender !== undefined)),
    storage.accounts.grantReadAttributes(ownerAttributes, 'GetItem'),
    storage.recipients.grantReadAttributes(consentAttributes, 'BatchGetItem'),
  );
  return {
    showNewForm,
    showForm: allOf(showNewForm, storage.counters.grantKeyPrefix(FORM_COUNTS, 'BatchGetItem')),
  };
}
