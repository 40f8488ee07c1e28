/**
 * The count of an account's owners, kept on the account itself in the transaction that changes them, so that an account
 * which has an owner keeps one, whatever happens at the same time (docs/invariants.md).
 */
import type { Role } from '../../core/role.ts';

/** What counts of a member. */
export interface Counted {
  readonly role: Role;
  readonly isActive: boolean;
}

/** How the two counts change: of owners who have signed in, and of owners who are invited. */
export interface OwnerCountChange {
  readonly active: number;
  readonly invited: number;
}

/**
 * @param before undefined of a new member
 * @param after undefined of one who is removed
 */
export function ownerCountChange(before: Counted | undefined, after: Counted | undefined): OwnerCountChange {
  const count = (of: Counted | undefined, isActive: boolean): number =>
    Number(of?.role === 'owner' && of.isActive === isActive);
  return {
    active: count(after, true) - count(before, true),
    invited: count(after, false) - count(before, false),
  };
}

/**
 * The write that counts, as a part of a transaction; undefined when nothing changes. Its condition fails when the account
 * does not exist, and when it would be left without an owner: the last one who has signed in stays, and as long as nobody
 * has, the last one who is invited.
 */
export function countOwners(table: string, accountId: string, { active, invited }: OwnerCountChange) {
  if (active === 0 && invited === 0) return undefined;
  const changes = [
    ...(active === 0 ? [] : [{ name: 'active_owners', value: ':active', by: active }]),
    ...(invited === 0 ? [] : [{ name: 'invited_owners', value: ':invited', by: invited }]),
  ];
  const isFewer = active + invited < 0;
  return {
    TableName: table,
    Key: { account_id: accountId },
    UpdateExpression: `ADD ${changes.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
    ConditionExpression: isFewer
      ? active < 0
        ? 'active_owners > :one'
        : 'active_owners >= :one OR invited_owners > :one'
      : 'attribute_exists(account_id)',
    ExpressionAttributeValues: {
      ...Object.fromEntries(changes.map(({ value, by }) => [value, by])),
      ...(isFewer && { ':one': 1 }),
    },
  };
}
