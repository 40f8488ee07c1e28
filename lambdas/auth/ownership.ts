/**
 * Finds a resource by its id, within the caller's account only. Another account's resource is not found, exactly like
 * one that does not exist (docs/specification.md, "Authentication"), so that nobody learns which ids exist.
 */
import { NotFound } from '../core/errors.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { formIdOf, isFormId } from '../core/ids.ts';
import { message } from '../i18n/message.ts';

export interface FormFinder<Found extends FormWithoutSecrets = FormWithoutSecrets> {
  /** The account's form with this id. */
  find(accountId: string, formId: string): Promise<Found | undefined>;
}

/**
 * The account's form with this id.
 * @throws NotFound
 */
export async function ownedForm<Found extends FormWithoutSecrets>(
  forms: FormFinder<Found>,
  accountId: string,
  formId = '',
): Promise<Found> {
  const form = isFormId(formId) ? await forms.find(accountId, formId) : undefined;
  if (!form) throw new NotFound(message('no-such-form', { id: formId }));
  return form;
}

/**
 * A submission or webhook, with the account's form that it belongs to; both are read in parallel.
 * @throws NotFound
 */
export async function ownedChild<Child>(
  forms: FormFinder,
  accountId: string,
  childId = '',
  find: (formId: string, childId: string) => Promise<Child | undefined>,
): Promise<{ form: FormWithoutSecrets; child: Child }> {
  const formId = formIdOf(childId);
  if (formId !== undefined) {
    const [form, child] = await Promise.all([forms.find(accountId, formId), find(formId, childId)]);
    if (form && child) return { form, child };
  }
  throw new NotFound(message('no-such-thing', { id: childId }));
}
