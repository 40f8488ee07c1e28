/**
 * Finds a resource by its id, within the caller's account only. Another account's resource is not found, exactly like
 * one that does not exist (docs/specification.md, "Authentication"), so that nobody learns which ids exist.
 */
import { NotFound } from '../core/errors.ts';
import type { Principal } from './principal.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { formIdOf, isFormId } from '../core/ids.ts';
import { message } from '../i18n/message.ts';

/** The part of a caller that decides which forms exist for it. */
export type FormOwner = Pick<Principal, 'account_id' | 'form_ids'>;

export interface FormFinder<Found extends FormWithoutSecrets = FormWithoutSecrets> {
  /** The account's form with this id. */
  find(accountId: string, formId: string): Promise<Found | undefined>;
}

/** Whether the caller may know of the form: one that is limited to some forms sees no trace of the others. */
export const seesForm = ({ form_ids }: FormOwner, formId: string): boolean =>
  form_ids === undefined || form_ids.includes(formId);

/**
 * The form of the caller's account with this id.
 * @throws NotFound, also when the caller is limited to other forms
 */
export async function ownedForm<Found extends FormWithoutSecrets>(
  forms: FormFinder<Found>,
  owner: FormOwner,
  formId = '',
): Promise<Found> {
  const form =
    isFormId(formId) && seesForm(owner, formId) ? await forms.find(owner.account_id, formId) : undefined;
  if (!form) throw new NotFound(message('no-such-form', { id: formId }));
  return form;
}

/**
 * A submission or webhook, with the account's form that it belongs to; both are read in parallel.
 * @throws NotFound
 */
export async function ownedChild<Child>(
  forms: FormFinder,
  owner: FormOwner,
  childId = '',
  find: (formId: string, childId: string) => Promise<Child | undefined>,
): Promise<{ form: FormWithoutSecrets; child: Child }> {
  const formId = formIdOf(childId);
  if (formId !== undefined && seesForm(owner, formId)) {
    const [form, child] = await Promise.all([forms.find(owner.account_id, formId), find(formId, childId)]);
    if (form && child) return { form, child };
  }
  throw new NotFound(message('no-such-thing', { id: childId }));
}
