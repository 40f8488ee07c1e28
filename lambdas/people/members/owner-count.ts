/**
 * Stores the number of owners in the account's item and updates it in the same transaction as each membership
 * change. With this count, concurrent changes can't remove the last owner (docs/invariants.md).
 */
import type { Role } from '../../core/role.ts';

/** Member attributes that affect the owner counts. */
export interface Counted {
  readonly role: Role;
  readonly isActive: boolean;
}

/** Changes to the two owner counts: owners who have signed in and owners who are invited. */
export interface OwnerCountChange {
  readonly active: number;
  readonly invited: number;
}

/**
 * Returns the changes to the owner counts.
 * @param before undefined for a new member
 * @param after undefined for a removed member
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
 * Returns the write that updates the owner counts in a transaction, or undefined if they don't change. Its
 * condition fails if the account doesn't exist or would have no owner left. An account must keep an owner who
 * has signed in or, if there is no such owner, an invited owner.
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
