/** Defines the grants for the form functions. */
import { webhookMarkAttributes } from '../../lambdas/forms/form.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import type { Grant } from '../aws/service-function.ts';
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
  return {
    createForm: [
      authenticate,
      storage.forms.grantWriteWithoutReturn('PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem'),
      formJobs.grantRecord,
      showNewForm,
      sendEmail,
    ],
    listForms: [authenticate, storage.grantListForms, showForm],
    getForm: [authenticate, readForm, showForm],
    updateForm: [
      authenticate,
      storage.forms.grant('GetItem', 'PutItem'),
      storage.formSlugs.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
      storage.formSlugs.grantReadAttributes(webhookMarkAttributes, 'GetItem'),
      formJobs.grantStart,
      showForm,
      sendEmail,
    ],
    deleteForm: [
      authenticate,
      readForm,
      storage.forms.grantWriteWithoutReturn('DeleteItem'),
      storage.formSlugs.grantWriteWithoutReturn('DeleteItem'),
      formJobs.grantStart,
    ],
  };
}
