/** What limits whom a caller may let into the account, and to what. */
import type { Principal } from '../../core/caller.ts';
import { Conflict, Forbidden, NotFound, ValidationFailed } from '../../core/errors.ts';
import { isMemberId } from '../../core/ids.ts';
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { message } from '../../core/message.ts';
import { scopesOfRole, type Role } from '../../core/role.ts';

/**
 * Refuses to give a role that may do more than the caller: a key that only manages members makes nobody who reads.
 * @throws Forbidden
 */
export function assertMayGive(role: Role | undefined, caller: Pick<Principal, 'scopes'>): void {
  const lacking = role ? scopesOfRole[role].filter((scope) => !caller.scopes.includes(scope)) : [];
  if (lacking.length > 0)
    throw new Forbidden(`The role "${role}" has scopes that its giver lacks: ${lacking.join(', ')}.`);
}

/** Forms that are looked up at the same time. */
const AT_ONCE = 10;

/**
 * Refuses a limit to forms that the account does not have.
 * @throws ValidationFailed
 */
export async function assertForms(
  accountId: string,
  formIds: readonly string[] | null | undefined,
  forms: { find(accountId: string, formId: string): Promise<unknown> },
): Promise<void> {
  const found = await mapInParallel(formIds ?? [], AT_ONCE, (formId) => forms.find(accountId, formId));
  const unknown = found.flatMap((form, index) =>
    form === undefined ? [{ path: `form_ids.${index}`, message: 'There is no such form.' }] : [],
  );
  if (unknown.length > 0) throw new ValidationFailed(unknown);
}

/** @throws NotFound when it is no member's id */
export function memberIdOf(path: Readonly<Record<string, string>>): string {
  const { id = '' } = path;
  if (!isMemberId(id)) throw noSuchMember(id);
  return id;
}

export const noSuchMember = (id: string): NotFound => new NotFound(message('no-such-thing', { id }));

export const lastOwner = (): Conflict =>
  new Conflict('The account would be left without an owner; make somebody else an owner first.');
