/**
 * Invites, changes and removes members (Members, Invitations, Identities, Accounts and Counters tables). Each
 * change is a single transaction that also updates the account's number of owners and the audit log.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../../core/audit-row.ts';
import { incrementWithin } from '../../aws/counter-store.ts';
import { failedConditions, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import type { CounterLimit } from '../../core/counters/counter-limit.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { emailIdentityKey, emailKey, identityRow } from '../identity.ts';
import { invitationOf } from './invitation.ts';
import { afterPatch, isActive, type Member, type MemberPatch } from '../../auth/member.ts';
import { memberStore } from './member-store.ts';
import { countOwners, ownerCountChange, type Counted } from './owner-count.ts';

export interface MembershipTables {
  readonly accounts: string;
  readonly identities: string;
  readonly invitations: string;
  readonly members: string;
}

/**
 * Result of an invitation. Nothing is written unless the result is `invited`, which covers both new and
 * renewed invitations.
 */
export type InvitationResult =
  | { readonly outcome: 'invited'; readonly member: Member }
  | { readonly outcome: 'is-member' | 'cap-reached' | 'last-owner' };

/** Result of a change to a member. Nothing is written unless the result is `changed`. */
export type MembershipResult =
  | { readonly outcome: 'changed'; readonly member: Member }
  | { readonly outcome: 'no-such-member' | 'last-owner' };

/** Maximum number of attempts if concurrent requests change the same member. */
const MAX_ATTEMPTS = 10;

type Items = NonNullable<Parameters<typeof transact>[1]['TransactItems']>;

/**
 * Creates the store that changes members. The Counters table is only needed to limit the number of
 * invitations.
 */
export function membershipStore(
  db: DocumentClient,
  tables: MembershipTables & { readonly counters?: string },
) {
  const members = memberStore(db, tables.members);

  return {
    /**
     * Invites a user, or renews their invitation. A renewal updates the invitation's role, forms and time,
     * and the member keeps their id. An account has at most one member per e-mail address.
     * @param rowOf creates the invitation's row for the audit log
     * @throws Unavailable if other requests keep changing the same member
     */
    async invite(
      invited: Member,
      { cap, rowOf }: { cap?: CounterLimit; rowOf?: (memberId: string) => AuditPut } = {},
    ): Promise<InvitationResult> {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        const before = await memberOfAddress(invited);
        if (before && isActive(before)) return { outcome: 'is-member' };
        const after = before ? { ...invited, member_id: before.member_id } : invited;
        const failed = await attempt([
          before ? { Put: replace(before, after) } : { Put: create(after) },
          before ? undefined : { Put: reserveAddress(after) },
          { Put: { TableName: tables.invitations, Item: invitationOf(after) } },
          counting(before, after),
          cap && tables.counters !== undefined
            ? { Update: incrementWithin(tables.counters, cap) }
            : undefined,
          rowOf?.(after.member_id),
        ]);
        if (!failed) return { outcome: 'invited', member: after };
        if (failed[4]) return { outcome: 'cap-reached' };
        if (failed[3] && !failed[0] && !failed[1]) return { outcome: 'last-owner' };
      }
      throw new Unavailable('The member is being changed by another request. Please try again.');
    },

    /**
     * Changes a member's role and forms. The change takes effect with the member's next request.
     * @throws ValidationFailed if the change would limit an owner to specific forms
     * @throws Unavailable if other requests keep changing the same member
     */
    change: (
      accountId: string,
      memberId: string,
      patch: MemberPatch,
      audit?: (before: Member) => AuditPut,
    ): Promise<MembershipResult> =>
      update(accountId, memberId, (before) => {
        const { role, form_ids } = afterPatch(before, patch);
        const { form_ids: _, ...rest } = before;
        const after: Member = { ...rest, role, ...(form_ids && { form_ids }) };
        return { after, items: [{ Put: replace(before, after) }, counting(before, after), audit?.(before)] };
      }),

    /**
     * Removes a member with their identity and invitation. The member's sessions end immediately, because
     * authentication reads the member along with the session.
     * @throws Unavailable if other requests keep changing the same member
     */
    remove: (
      accountId: string,
      memberId: string,
      audit?: (before: Member) => AuditPut,
    ): Promise<MembershipResult> =>
      update(accountId, memberId, (before) => ({
        after: before,
        items: [
          { Delete: { ...memberItem(before), ...isUnchanged(before) } },
          counting(before, undefined),
          ...traces(before),
          audit?.(before),
        ],
      })),
  };

  async function update(
    accountId: string,
    memberId: string,
    plan: (before: Member) => { after: Member; items: readonly (Items[number] | undefined)[] },
  ): Promise<MembershipResult> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const before = await members.find(accountId, memberId);
      if (!before) return { outcome: 'no-such-member' };
      const { after, items } = plan(before);
      const failed = await attempt(items);
      if (!failed) return { outcome: 'changed', member: after };
      if (failed[1] && !failed[0]) return { outcome: 'last-owner' };
    }
    throw new Unavailable('The member is being changed by another request. Please try again.');
  }

  /**
   * Runs the transaction. Returns undefined if it succeeds. If a condition fails, returns a list that tells
   * for each item whether its condition failed.
   */
  async function attempt(items: readonly (Items[number] | undefined)[]): Promise<boolean[] | undefined> {
    const given = items.flatMap((item, index) => (item ? [{ item, index }] : []));
    try {
      await transact(db, { TransactItems: given.map(({ item }) => item) });
      return undefined;
    } catch (error) {
      const failed = failedConditions(error);
      if (!failed) throw error;
      return items.map((_, index) => failed[given.findIndex((each) => each.index === index)] ?? false);
    }
  }

  async function memberOfAddress({ account_id, email }: Member): Promise<Member | undefined> {
    const Key = { identity_key: emailIdentityKey(email), account_id };
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.identities, Key, ConsistentRead: true }),
    );
    return Item && (await members.find(account_id, identityRow.parse(Item).member_id));
  }

  function memberItem({ account_id, member_id }: Member) {
    return { TableName: tables.members, Key: { account_id, member_id } };
  }

  function create(added: Member) {
    return { TableName: tables.members, Item: added, ConditionExpression: 'attribute_not_exists(member_id)' };
  }

  function replace(before: Member, after: Member) {
    return { TableName: tables.members, Item: after, ...isUnchanged(before) };
  }

  function reserveAddress({ account_id, member_id, email }: Member) {
    return {
      TableName: tables.identities,
      Item: { identity_key: emailIdentityKey(email), account_id, member_id },
      ConditionExpression: 'attribute_not_exists(identity_key)',
    };
  }

  /** Returns the keys of all table items that refer to the member. */
  function traces({ account_id, email, identity_key }: Member) {
    const keys = [emailIdentityKey(email), ...(identity_key === undefined ? [] : [identity_key])];
    return [
      ...keys.map((key) => ({
        Delete: { TableName: tables.identities, Key: { identity_key: key, account_id } },
      })),
      { Delete: { TableName: tables.invitations, Key: { account_id, email_key: emailKey(email) } } },
    ];
  }

  function counting(before: Member | undefined, after: Member | undefined) {
    const of = before ?? after;
    const Update =
      of && countOwners(tables.accounts, of.account_id, ownerCountChange(counted(before), counted(after)));
    return Update && { Update };
  }
}

const counted = (of: Member | undefined): Counted | undefined =>
  of && { role: of.role, isActive: isActive(of) };

/**
 * Returns a condition that fails if the member's role, forms, invitation or active state has changed since it
 * was read.
 */
function isUnchanged({ role, form_ids, invited_until, identity_key }: Member) {
  const optional = { form_ids, invited_until, identity_key };
  const conditions = Object.entries(optional).map(([name, value]) =>
    value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
  );
  const values = Object.entries(optional).flatMap(([name, value]) =>
    value === undefined ? [] : [[`:${name}`, value] as const],
  );
  return {
    ConditionExpression: ['#role = :role', ...conditions].join(' AND '),
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ...Object.fromEntries(values) },
  };
}
