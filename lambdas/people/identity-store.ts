/**
 * Finds the member for a user who signed in (Identities, Members, Invitations and Accounts tables). A sign-in
 * first accepts the invitations for the user's verified e-mail address (`bindIdentity`) and then looks up the
 * member (`memberOfIdentity`). If there are no invitations, a sign-in takes two small reads.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../core/audit-row.ts';
import { batchGet } from '../aws/batch-get.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { epochSeconds, timestamp } from '../core/clock.ts';
import {
  emailIdentityKey,
  emailKey,
  identityKey,
  identityRow,
  type Identity,
  type IdentityRow,
} from './identity.ts';
import { isActive, member, type Member } from '../auth/member.ts';
import type { MembershipTables } from './members/membership-store.ts';
import { countOwners, ownerCountChange } from './members/owner-count.ts';

/** Maximum number of accounts per user. A single query returns this many memberships. */
const MAX_ACCOUNTS = 100;

/** A signed-in user with an e-mail address that the OpenID provider has verified. */
export interface VerifiedPerson extends Identity {
  readonly email: string;
  /** The user's name according to the issuer. */
  readonly name?: string | undefined;
}

export interface BindingResult {
  /** Memberships that were created by this sign-in. */
  readonly bound: readonly Member[];
  /**
   * Accounts with an expired invitation for this e-mail address. To join one of them, the user needs a new
   * invitation.
   */
  readonly expired: readonly string[];
}

export function identityStore(
  db: DocumentClient,
  tables: Pick<MembershipTables, 'accounts' | 'identities' | 'invitations' | 'members'>,
) {
  return {
    /**
     * Makes the user a member of every account that has invited this e-mail address. Uses one transaction per
     * account, so that only one identity is bound to a member, even if two users sign in at the same time. A
     * member who is already bound to an identity stays bound to it. If the user is already a member of an
     * account, the account's invitation for another address stays open.
     * @param at milliseconds since the epoch
     * @param rowOf creates the new member's row for the account's audit log
     */
    async bindIdentity(
      person: VerifiedPerson,
      at: number,
      rowOf?: (joined: Member) => AuditPut,
    ): Promise<BindingResult> {
      const invited = (await membersOf(emailIdentityKey(person.email))).filter((each) => !isActive(each));
      const live = invited.filter(({ invited_until = '' }) => at < Date.parse(invited_until));
      const bound = await Promise.all(live.map((each) => bind(each, person, at, rowOf)));
      return {
        bound: bound.filter((each) => each !== undefined),
        expired: invited.filter((each) => !live.includes(each)).map(({ account_id }) => account_id),
      };
    },

    /** Returns all members that have this e-mail address, whether or not they have signed in. */
    membersWithAddress: (email: string): Promise<Member[]> => membersOf(emailIdentityKey(email)),

    /**
     * Returns the user's membership. If there are several, prefers the one in the account `accountId`, then
     * the one used last, then the oldest.
     */
    async memberOfIdentity(identity: Identity, accountId?: string): Promise<Member | undefined> {
      const key = identityKey(identity);
      const rows = (await rowsOf(key)).sort(latestFirst);
      const members = await read(rows);
      const ordered = rows
        .map((row) => members.find(({ account_id }) => account_id === row.account_id))
        .filter((each) => each?.identity_key === key);
      return ordered.find((each) => each?.account_id === accountId) ?? ordered[0];
    },
  };

  async function membersOf(key: string): Promise<Member[]> {
    return read(await rowsOf(key));
  }

  async function rowsOf(key: string): Promise<IdentityRow[]> {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.identities,
        KeyConditionExpression: 'identity_key = :key',
        ExpressionAttributeValues: { ':key': key },
        ConsistentRead: true,
        Limit: MAX_ACCOUNTS,
      }),
    );
    return z.array(identityRow).parse(Items ?? []);
  }

  async function read(rows: readonly IdentityRow[]): Promise<Member[]> {
    if (rows.length === 0) return [];
    const Keys = rows.map(({ account_id, member_id }) => ({ account_id, member_id }));
    const found = await batchGet(db, { [tables.members]: { Keys, ConsistentRead: true } });
    return z.array(member).parse(found[tables.members] ?? []);
  }

  /**
   * Binds the identity to a member. Returns the current member, or undefined if the invitation has been
   * accepted, changed or withdrawn since it was read.
   */
  async function bind(
    invited: Member,
    person: VerifiedPerson,
    at: number,
    rowOf?: (joined: Member) => AuditPut,
  ): Promise<Member | undefined> {
    const { account_id, member_id, role } = invited;
    const identity_key = identityKey(person);
    const { invited_until: _, ...rest } = invited;
    const joined_at = timestamp(at);
    const active: Member = {
      ...rest,
      ...(person.name !== undefined && { name: person.name }),
      identity_key,
      joined_at,
    };
    const counted = { role, isActive: false };
    const count = countOwners(
      tables.accounts,
      account_id,
      ownerCountChange(counted, { ...counted, isActive: true }),
    );
    const TransactItems = [
      {
        Put: {
          TableName: tables.identities,
          Item: { identity_key, account_id, member_id },
          ConditionExpression: 'attribute_not_exists(identity_key)',
        },
      },
      {
        Update: {
          TableName: tables.members,
          Key: { account_id, member_id },
          UpdateExpression: [
            'SET identity_key = :identity, joined_at = :joined',
            person.name === undefined ? '' : ', #name = :name',
            ' REMOVE invited_until',
          ].join(''),
          ConditionExpression:
            '#role = :role AND invited_until = :until AND attribute_not_exists(identity_key)',
          ExpressionAttributeNames: {
            '#role': 'role',
            ...(person.name !== undefined && { '#name': 'name' }),
          },
          ExpressionAttributeValues: {
            ':identity': identity_key,
            ':joined': joined_at,
            ':role': role,
            ':until': invited.invited_until,
            ...(person.name !== undefined && { ':name': person.name }),
          },
        },
      },
      {
        Delete: {
          TableName: tables.invitations,
          Key: { account_id, email_key: emailKey(invited.email) },
          ConditionExpression: 'member_id = :member AND expires_at > :now',
          ExpressionAttributeValues: { ':member': member_id, ':now': epochSeconds(at) },
        },
      },
      ...(count ? [{ Update: count }] : []),
      ...(rowOf ? [rowOf(active)] : []),
    ];
    try {
      await transact(db, { TransactItems });
      return active;
    } catch (error) {
      if (failedConditions(error)?.includes(true)) return undefined;
      throw error;
    }
  }
}

function latestFirst(a: IdentityRow, b: IdentityRow): number {
  return (b.signed_in_at ?? '').localeCompare(a.signed_in_at ?? '') || a.member_id.localeCompare(b.member_id);
}
