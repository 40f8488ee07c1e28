/** Defines the grants for functions that return a form. */
import { FORM_COUNTS } from '../../lambdas/core/counters/counter-names.ts';
import { consentAttributes, ownerAttributes } from '../../lambdas/forms/recipients/recipient.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface FormViewGrants {
  /**
   * Lets a function return a new form, including whether the stage sends e-mails and which recipients are
   * confirmed.
   */
  readonly showNewForm: Grant;
  /** Like `showNewForm`, but also lets the function read the form's submission count. */
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
    showForm: shared(
      storage,
      'ShowForm',
      showNewForm,
      storage.counters.grantKeyPrefix(FORM_COUNTS, 'BatchGetItem'),
    ),
  };
}
