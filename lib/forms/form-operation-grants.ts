/** Defines the grants for the form functions. */
import { countedAttributes, FORM_LIMIT_COUNTER, plannedAttributes } from '../../lambdas/forms/form-limit.ts';
import { formIdAttributes, webhookMarkAttributes } from '../../lambdas/forms/form.ts';
import { CONFIRMING_COUNTER } from '../../lambdas/forms/recipients/confirmation-cap.ts';
import { askedAttributes } from '../../lambdas/forms/recipients/recipient.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { formViewGrants } from './form-view-grants.ts';

export interface FormOperationGrantsProps {
  readonly storage: Storage;
  readonly settings: StageSettings;
  readonly formJobs: { readonly grantRecord: Grant; readonly grantStart: Grant };
  /**
   * Lets a function send confirmation e-mails to recipients. Grants nothing if the stage has no mail sender.
   */
  readonly sendEmail: Grant;
}

export function formOperationGrants({ storage, settings, formJobs, sendEmail }: FormOperationGrantsProps) {
  const { authenticate } = callerGrants(storage);
  const { showForm, showNewForm } = formViewGrants(storage, settings);
  const readForm = storage.grantReadForm;
  /** Lets a function set recipients, subject to the account's limits on confirmation e-mails. */
  const setRecipients = allOf(
    storage.connections.grantWriteWithoutReturn('ConditionCheckItem'),
    storage.recipients.grantReadAttributes(askedAttributes, 'BatchGetItem'),
    // Needed to confirm the caller's own e-mail address.
    storage.recipients.grantWriteWithoutReturn('UpdateItem'),
    storage.counters.grantKeyPrefix(CONFIRMING_COUNTER, 'UpdateItem'),
    variable('CONFIRMATIONS_PER_HOUR', String(settings.confirmationsPerHour)),
    variable('CONFIRMATIONS_PER_DAY', String(settings.confirmationsPerDay)),
    sendEmail,
  );
  /** Lets a function queue an e-mail to one of a form's recipients. */
  const sendToRecipient = allOf(
    readForm,
    showNewForm,
    storage.counters.grantKeyPrefix(CONFIRMING_COUNTER, 'UpdateItem'),
    variable('CONFIRMATIONS_PER_HOUR', String(settings.confirmationsPerHour)),
    variable('CONFIRMATIONS_PER_DAY', String(settings.confirmationsPerDay)),
    sendEmail,
  );
  return {
    createForm: [
      authenticate,
      storage.forms.grantWriteWithoutReturn('PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem'),
      formJobs.grantRecord,
      showNewForm,
      setRecipients,
      storage.accounts.grantReadAttributes(plannedAttributes, 'GetItem'),
      storage.forms.grantReadAttributes(countedAttributes, 'Query'),
      storage.counters.grantKeyPrefix(FORM_LIMIT_COUNTER, 'GetItem', 'PutItem', 'UpdateItem'),
      variable('PLANS', JSON.stringify(settings.plans)),
    ],
    listForms: [authenticate, storage.grantListForms, showForm],
    getForm: [
      authenticate,
      readForm,
      storage.formSlugs.grantReadAttributes(formIdAttributes, 'GetItem'),
      showForm,
    ],
    updateForm: [
      authenticate,
      storage.forms.grant('GetItem', 'PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
      storage.formSlugs.grantReadAttributes(webhookMarkAttributes, 'GetItem'),
      formJobs.grantStart,
      showForm,
      setRecipients,
    ],
    resendConfirmation: [
      authenticate,
      sendToRecipient,
      storage.recipients.grantReadAttributes(askedAttributes, 'BatchGetItem'),
    ],
    sendTestEmail: [authenticate, sendToRecipient],
    deleteForm: [
      authenticate,
      readForm,
      storage.forms.grantWriteWithoutReturn('DeleteItem'),
      storage.formSlugs.grantWriteWithoutReturn('DeleteItem'),
      formJobs.grantStart,
    ],
  };
}
