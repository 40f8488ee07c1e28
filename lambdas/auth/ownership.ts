/**
 * Finds a resource by its id, within the caller's account only. Another account's resource is not found, exactly like
 * one that does not exist (docs/specification.md, "Authentication"), so that nobody learns which ids exist.
 */
import { Forbidden, NotFound } from '../core/errors.ts';
import { seesForm, type FormOwner } from '../core/caller.ts';
import { formIdOf, isFormId, ownerIdOfWebhook } from '../core/ids.ts';
import { message } from '../core/message.ts';

/** A form, as far as it decides whose it is. */
export interface OwnedForm {
  readonly account_id: string;
  readonly form_id: string;
}

export interface FormFinder<Found extends OwnedForm = OwnedForm> {
  /** The account's form with this id. */
  find(accountId: string, formId: string): Promise<Found | undefined>;
}

/** Whether the caller may know of what belongs to all forms of its account. */
export const seesAllForms = ({ form_ids }: Pick<FormOwner, 'form_ids'>): boolean => form_ids === undefined;

/**
 * Refuses what is about the whole account to a caller that is limited to some of its forms.
 * @throws Forbidden
 */
export function assertSeesAllForms({ form_ids }: FormOwner): void {
  if (form_ids !== undefined)
    throw new Forbidden(
      'Members who are limited to some forms cannot change what concerns the whole account.',
    );
}

/**
 * The form of the caller's account with this id.
 * @throws NotFound, also when the caller is limited to other forms
 */
export async function ownedForm<Found extends OwnedForm>(
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
 * A submission, with the account's form that it belongs to; both are read in parallel.
 * @throws NotFound
 */
export async function ownedChild<Child, Found extends OwnedForm>(
  forms: FormFinder<Found>,
  owner: FormOwner,
  childId = '',
  find: (formId: string, childId: string) => Promise<Child | undefined>,
): Promise<{ form: Found; child: Child }> {
  const formId = formIdOf(childId);
  if (formId !== undefined && seesForm(owner, formId)) {
    const [form, child] = await Promise.all([forms.find(owner.account_id, formId), find(formId, childId)]);
    if (form && child) return { form, child };
  }
  throw new NotFound(message('no-such-thing', { id: childId }));
}

/**
 * Whether a webhook is the caller's, by its owner: a form of its account, or the account itself, whose webhook gets the
 * submissions of all forms. Such a webhook does not exist for a caller that is limited to some forms.
 */
export async function ownsWebhook(
  forms: FormFinder,
  owner: FormOwner,
  webhookOwnerId: string,
): Promise<boolean> {
  if (!isFormId(webhookOwnerId)) return webhookOwnerId === owner.account_id && seesAllForms(owner);
  return (
    seesForm(owner, webhookOwnerId) && (await forms.find(owner.account_id, webhookOwnerId)) !== undefined
  );
}

/** Whose webhooks a caller may see of those that get a form's submissions: the form's own, and those of all forms. */
export const visibleWebhookOwners = ({ account_id, form_id }: OwnedForm, caller: FormOwner): string[] => [
  form_id,
  ...(seesAllForms(caller) ? [account_id] : []),
];

/**
 * The caller's webhook with this id; form and webhook are read in parallel.
 * @throws NotFound
 */
export async function ownedWebhook<Found>(
  forms: FormFinder,
  owner: FormOwner,
  webhookId = '',
  find: (ownerId: string, webhookId: string) => Promise<Found | undefined>,
): Promise<Found> {
  const ownerId = ownerIdOfWebhook(webhookId);
  if (ownerId !== undefined) {
    const [isOwned, found] = await Promise.all([
      ownsWebhook(forms, owner, ownerId),
      find(ownerId, webhookId),
    ]);
    if (isOwned && found) return found;
  }
  throw new NotFound(message('no-such-thing', { id: webhookId }));
}
