/**
 * Finds a resource by its id, but only within the caller's account. The resource of another account gets the
 * same 404 as one that doesn't exist (docs/specification.md, "Authentication"), so that nobody can find out
 * which ids exist.
 */
import { Forbidden, NotFound } from '../core/errors.ts';
import { canSeeForm, type FormOwner } from '../core/caller.ts';
import { formIdOf, isFormId, ownerIdOfWebhook } from '../core/ids.ts';
import { message } from '../core/message.ts';

/** The attributes of a form that determine its owner. */
export interface OwnedForm {
  readonly account_id: string;
  readonly form_id: string;
}

export interface FormFinder<Found extends OwnedForm = OwnedForm> {
  /** Returns the account's form with this id. */
  find(accountId: string, formId: string): Promise<Found | undefined>;
}

/** Whether the caller can see data that belongs to all forms of its account. */
export const canSeeAllForms = ({ form_ids }: Pick<FormOwner, 'form_ids'>): boolean => form_ids === undefined;

/**
 * Throws if the caller can only access specific forms. Use it for account-wide operations.
 * @throws Forbidden
 */
export function assertSeesAllForms({ form_ids }: FormOwner): void {
  if (form_ids !== undefined)
    throw new Forbidden("Members who can only access specific forms can't change account-wide settings.");
}

/**
 * Returns the form of the caller's account with this id.
 * @throws NotFound, also when the caller is limited to other forms
 */
export async function ownedForm<Found extends OwnedForm>(
  forms: FormFinder<Found>,
  owner: FormOwner,
  formId = '',
): Promise<Found> {
  const form =
    isFormId(formId) && canSeeForm(owner, formId) ? await forms.find(owner.account_id, formId) : undefined;
  if (!form) throw new NotFound(message('no-such-form', { id: formId }));
  return form;
}

/**
 * Returns a submission and the form of the account that it belongs to. Both are read in parallel.
 * @throws NotFound
 */
export async function ownedChild<Child, Found extends OwnedForm>(
  forms: FormFinder<Found>,
  owner: FormOwner,
  childId = '',
  find: (formId: string, childId: string) => Promise<Child | undefined>,
): Promise<{ form: Found; child: Child }> {
  const formId = formIdOf(childId);
  if (formId !== undefined && canSeeForm(owner, formId)) {
    const [form, child] = await Promise.all([forms.find(owner.account_id, formId), find(formId, childId)]);
    if (form && child) return { form, child };
  }
  throw new NotFound(message('no-such-thing', { id: childId }));
}

/**
 * Whether a webhook belongs to the caller. Its owner is a form of the account, or the account itself if it is
 * account-wide. A caller that is limited to some forms can't see account-wide webhooks.
 */
export async function ownsWebhook(
  forms: FormFinder,
  owner: FormOwner,
  webhookOwnerId: string,
): Promise<boolean> {
  if (!isFormId(webhookOwnerId)) return webhookOwnerId === owner.account_id && canSeeAllForms(owner);
  return (
    canSeeForm(owner, webhookOwnerId) && (await forms.find(owner.account_id, webhookOwnerId)) !== undefined
  );
}

/**
 * Returns whose webhooks, out of those that receive a form's submissions, a caller can see: the form's own
 * and the account-wide ones.
 */
export const visibleWebhookOwners = ({ account_id, form_id }: OwnedForm, caller: FormOwner): string[] => [
  form_id,
  ...(canSeeAllForms(caller) ? [account_id] : []),
];

/**
 * Returns the caller's webhook with this id. Form and webhook are read in parallel.
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
