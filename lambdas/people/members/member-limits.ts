/** Limits the roles and forms that a caller may assign to members. */
import type { Principal } from '../../core/caller.ts';
import { Conflict, Forbidden, NotFound, ValidationFailed } from '../../core/errors/errors.ts';
import { isMemberId } from '../../core/ids.ts';
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { message } from '../../core/errors/message.ts';
import { scopesOfRole, type Role } from '../../core/role.ts';

/**
 * Rejects a role with more permissions than the caller has. For example, an API key that can only manage
 * members can't create a member who can read submissions.
 * @throws Forbidden
 */
export function assertMayGive(role: Role | undefined, caller: Pick<Principal, 'scopes'>): void {
  const lacking = role ? scopesOfRole[role].filter((scope) => !caller.scopes.includes(scope)) : [];
  if (lacking.length > 0)
    throw new Forbidden(
      `You can't assign the role "${role}" because it has scopes that you don't have: ${lacking.join(', ')}.`,
    );
}

/** Number of forms to look up in parallel. */
const CONCURRENCY = 10;

/**
 * Verifies that these forms belong to the account before a member gets access to them.
 * @throws ValidationFailed
 */
export async function assertForms(
  accountId: string,
  formIds: readonly string[] | null | undefined,
  forms: { find(accountId: string, formId: string): Promise<unknown> },
): Promise<void> {
  const found = await mapInParallel(formIds ?? [], CONCURRENCY, (formId) => forms.find(accountId, formId));
  const unknown = found.flatMap((form, index) =>
    form === undefined ? [{ path: `form_ids.${index}`, message: 'There is no form with this ID.' }] : [],
  );
  if (unknown.length > 0) throw new ValidationFailed(unknown);
}

/**
 * Returns the member id in the path.
 * @throws NotFound if it isn't a valid member id
 */
export function memberIdOf(path: Readonly<Record<string, string>>): string {
  const { id = '' } = path;
  if (!isMemberId(id)) throw noSuchMember(id);
  return id;
}

export const noSuchMember = (id: string): NotFound => new NotFound(message('no-such-thing', { id }));

export const lastOwner = (): Conflict =>
  new Conflict("This is the account's last owner. Make another member an owner first.");
