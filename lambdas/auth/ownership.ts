/**
 * Finds resources by id within the caller's account. Another account's resource gets the same 404 as one that
 * doesn't exist, so that callers can't find out which ids exist (docs/specification.md, "Authentication").
 */
import { Forbidden, NotFound } from '../core/errors/errors.ts';
import { canSeeForm, type FormOwner } from '../core/caller.ts';
import { formIdOf, isFormId, ownerIdOfWebhook } from '../core/ids.ts';
import { message } from '../core/errors/message.ts';

/** Attributes that determine a form's owner. */
export interface OwnedForm {
  readonly account_id: string;
  readonly form_id: string;
}

export interface FormFinder<Found extends OwnedForm = OwnedForm> {
  find(accountId: string, formId: string): Promise<Found | undefined>;
}

/** Returns true if the caller can access all forms of its account. */
export const canSeeAllForms = ({ form_ids }: Pick<FormOwner, 'form_ids'>): boolean => form_ids === undefined;

/**
 * Checks that the caller can access all forms. Call this in operations that affect the whole account.
 * @throws Forbidden
 */
export function assertSeesAllForms({ form_ids }: FormOwner): void {
  if (form_ids !== undefined)
    throw new Forbidden("Members who can only access specific forms can't change account-wide settings.");
}

/**
 * Returns the form with this id if it belongs to the caller's account.
 * @param given the form's id or, with `idOfSlug`, its slug
 * @param idOfSlug returns the id of the form with this slug, in any account
 * @throws NotFound if the form doesn't exist or the caller can't access it
 */
export async function ownedForm<Found extends OwnedForm>(
  forms: FormFinder<Found>,
  owner: FormOwner,
  given = '',
  idOfSlug?: (slug: string) => Promise<string | undefined>,
): Promise<Found> {
  const formId = isFormId(given) ? given : await idOfSlug?.(given);
  const form =
    formId !== undefined && canSeeForm(owner, formId)
      ? await forms.find(owner.account_id, formId)
      : undefined;
  if (!form) throw new NotFound(message('no-such-form', { id: given }));
  return form;
}

/**
 * Returns a submission and its form if they belong to the caller's account. Reads both in parallel.
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
 * Returns true if the caller can access the webhook. A webhook belongs to a form or, if it is account-wide,
 * to the account. Callers who can only access specific forms can't see account-wide webhooks.
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
 * Returns the ids that own the webhooks for a form's submissions: the form and, if the caller can see
 * account-wide webhooks, the account.
 */
export const visibleWebhookOwners = ({ account_id, form_id }: OwnedForm, caller: FormOwner): string[] => [
  form_id,
  ...(canSeeAllForms(caller) ? [account_id] : []),
];

/**
 * Returns the webhook with this id if the caller can access it. Reads the form and the webhook in parallel.
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
