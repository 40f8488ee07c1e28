/**
 * Finds the caller of a session by reading the session, its member or key, and the account in one call
 * (Sessions, Members, ApiKeys and Accounts tables). As a result, a change to any of them takes effect with
 * the next request.
 */
import type * as z from 'zod';
import { account, sessionAccountAttributes } from '../../accounts/account.ts';
import { apiKey } from '../keys/api-key.ts';
import { principalOfKey } from '../principal.ts';
import type { Principal } from '../../core/caller.ts';
import { batchGet } from '../../aws/batch-get.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { Clock } from '../../core/clock.ts';
import { member, type Member } from '../member.ts';
import { scopesOfRole } from '../../core/role.ts';
import { holderId, isSessionLive, session, type Session, type SessionReference } from './session.ts';
import { sessionStore } from './session-store.ts';

/** A caller, with the session that authenticated it. */
export interface SessionPrincipal {
  readonly principal: Principal;
  readonly session: Session;
  readonly isSuspended: boolean;
}

export interface SessionTables {
  readonly accounts: string;
  readonly apiKeys: string;
  readonly members: string;
  readonly sessions: string;
}

/** Finds the principals of session cookies. */
export type SessionPrincipalStore = ReturnType<typeof sessionPrincipalStore>;

const sessionAccount = account.pick({
  account_id: true,
  cursor_key: true,
  suspended_at: true,
  event_owners: true,
});

export function sessionPrincipalStore(db: DocumentClient, tables: SessionTables, now: Clock) {
  return {
    /**
     * Returns the caller, or undefined if the session has ended or if its member or key was deleted. Uses a
     * strongly consistent read.
     */
    async find({ holder, session_hash }: SessionReference): Promise<SessionPrincipal | undefined> {
      const { account_id } = holder;
      const one = (key: Record<string, string>) => ({ Keys: [key], ConsistentRead: true });
      const found = await batchGet(db, {
        [tables.sessions]: one({ holder_id: holderId(holder), session_hash }),
        [tables.accounts]: {
          ...one({ account_id }),
          ProjectionExpression: sessionAccountAttributes.join(', '),
        },
        ...('member_id' in holder
          ? { [tables.members]: one({ account_id, member_id: holder.member_id }) }
          : { [tables.apiKeys]: one({ key_hash: holder.key_hash }) }),
      });
      const rowOf = <Schema extends z.ZodType>(table: string, schema: Schema) =>
        schema.optional().parse(found[table]?.[0]);
      const at = now();
      const stored = rowOf(tables.sessions, session);
      const ofAccount = rowOf(tables.accounts, sessionAccount);
      if (!stored || !ofAccount || !isSessionLive(stored, at)) return undefined;
      const principal =
        'member_id' in holder
          ? principalOfMember(rowOf(tables.members, member), ofAccount.cursor_key)
          : principalOfKey(rowOf(tables.apiKeys, apiKey), at);
      if (principal?.account_id !== account_id) return undefined;
      const { event_owners } = ofAccount;
      return {
        principal: { ...principal, ...(event_owners && { event_owners }) },
        session: stored,
        isSuspended: ofAccount.suspended_at !== undefined,
      };
    },

    /** Records the session's last use, at most every few minutes. */
    touch: (used: Session): Promise<void> => sessionStore(db, tables.sessions).touch(used, now()),
  };
}

function principalOfMember(of: Member | undefined, cursor_key: string): Principal | undefined {
  if (!of) return undefined;
  const { account_id, member_id, email, name = email, role, form_ids } = of;
  return {
    type: 'member',
    account_id,
    member_id,
    email,
    name,
    role,
    form_ids,
    cursor_key,
    scopes: scopesOfRole[role],
  };
}
