/** Creates, uses and ends sessions (Sessions table). */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../../core/audit-row.ts';
import { deletePartition } from '../../aws/batch-delete.ts';
import { conditionHolds, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Member } from '../member.ts';
import {
  holderId,
  isTouchDue,
  newSession,
  touched,
  type Session,
  type SessionHolder,
  type SessionReference,
} from './session.ts';

/**
 * Timeout for recording a session's last use, in milliseconds. A response is delayed by at most this time.
 */
const TOUCH_TIMEOUT_MS = 500;

/** Creates the session store. */
export function sessionStore(db: DocumentClient, table: string) {
  return {
    /**
     * Creates a session and its audit log row. Resolves to the cookie's value. The caller must first check
     * that the holder is allowed to have a session.
     */
    async create(holder: SessionHolder, at: number, random: RandomBytes, audit?: AuditPut): Promise<string> {
      const { cookie, stored } = newSession(holder, at, random);
      const Put = { TableName: table, Item: stored };
      await transact(db, { TransactItems: [{ Put }, ...(audit ? [audit] : [])] });
      return cookie;
    },

    /** Ends a session. Ending it twice is not an error. */
    async end({ holder, session_hash }: SessionReference): Promise<void> {
      const Key = { holder_id: holderId(holder), session_hash };
      await db.send(new DeleteCommand({ TableName: table, Key }));
    },

    /** Ends all sessions of a member or key. */
    async endAll(holder: SessionHolder): Promise<void> {
      const partition = { name: 'holder_id', value: holderId(holder) };
      await deletePartition(db, { table, partition, sort: 'session_hash' }, () => false);
    },

    /**
     * Records the session's last use, at most every few minutes. Doesn't recreate a session that has ended.
     */
    async touch(used: Session, at: number): Promise<void> {
      if (!isTouchDue(used, at)) return;
      const { last_used_at, expires_at } = touched(used, at);
      const update = new UpdateCommand({
        TableName: table,
        Key: { holder_id: used.holder_id, session_hash: used.session_hash },
        UpdateExpression: 'SET last_used_at = :now, expires_at = :expires',
        // Check the time again, so that only one of several concurrent requests updates the item.
        ConditionExpression: 'last_used_at = :before',
        ExpressionAttributeValues: {
          ':now': last_used_at,
          ':expires': expires_at,
          ':before': used.last_used_at,
        },
      });
      await conditionHolds(db.send(update, { abortSignal: AbortSignal.timeout(TOUCH_TIMEOUT_MS) }));
    },
  };
}

/** Creates sessions for members who sign in (Sessions and Identities tables). */
export function signInSessionStore(
  db: DocumentClient,
  tables: { readonly sessions: string; readonly identities: string },
) {
  return {
    /**
     * Creates a session for a member who has signed in and records the sign-in time. If a user belongs to
     * several accounts, the recorded times determine which account opens at the next sign-in.
     * @returns the value of the session cookie
     */
    async createSession(
      { account_id, member_id, identity_key = '' }: Member,
      at: number,
      random: RandomBytes,
      audit?: AuditPut,
    ): Promise<string> {
      const remembered = db.send(
        new UpdateCommand({
          TableName: tables.identities,
          Key: { identity_key, account_id },
          UpdateExpression: 'SET signed_in_at = :now',
          ConditionExpression: 'attribute_exists(identity_key)',
          ExpressionAttributeValues: { ':now': timestamp(at) },
        }),
      );
      const [cookie] = await Promise.all([
        sessionStore(db, tables.sessions).create({ account_id, member_id }, at, random, audit),
        // Ignore a failed condition: the member was removed in the meantime, so the session can't be used
        // anyway.
        conditionHolds(remembered),
      ]);
      return cookie;
    },
  };
}
