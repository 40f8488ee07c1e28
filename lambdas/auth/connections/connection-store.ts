/** Finds, lists, uses and ends connections (table Connections). */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../../core/audit-row.ts';
import { deleteItems, deletePartition } from '../../aws/batch-delete.ts';
import { conditionHolds, firstConditionHolds, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { latestPage } from '../../aws/latest-page.ts';
import { HOUR, timestamp } from '../../core/clock.ts';
import { connection, isUseStale, type Connection } from './connection.ts';
import type { RefreshFamily } from './refresh-family.ts';

/** Time-out in milliseconds of storing a connection's last use: no response waits longer for it. */
const TOUCH_TIMEOUT_MS = 500;
/** Connections that one query reads. */
const PAGE = 100;

type ConnectionKey = Pick<Connection, 'account_id' | 'connection_id'>;

/** The connections of all accounts; every read is strongly consistent. */
export function connectionStore(db: DocumentClient, table: string) {
  const keyOf = ({ account_id, connection_id }: ConnectionKey) => ({ account_id, connection_id });

  const store = {
    /** The connection with this id. */
    async find(of: ConnectionKey): Promise<Connection | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: keyOf(of), ConsistentRead: true }),
      );
      return Item && connection.parse(Item);
    },

    /** The account's connections, newest first; those of other members count towards `limit`, too. */
    list: (accountId: string, limit: number, after?: string) =>
      latestPage(
        db,
        { table, of: ['account_id', accountId], id: 'connection_id', row: connection },
        limit,
        after,
      ),

    /** All connections of a member. */
    async ofMember(accountId: string, memberId: string): Promise<Connection[]> {
      const found: Connection[] = [];
      let after: string | undefined;
      do {
        const page = await store.list(accountId, PAGE, after);
        found.push(...page.rows.filter(({ member_id }) => member_id === memberId));
        after = page.next;
      } while (after !== undefined);
      return found;
    },

    /** Stores the family after a rotation of its tokens; false when another request was faster, or the connection has ended. */
    rotate(of: ConnectionKey, before: RefreshFamily, after: RefreshFamily, at: number): Promise<boolean> {
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(of),
        UpdateExpression: 'SET #family = :after, last_used_at = :now',
        ConditionExpression: '#family.token_hash = :before',
        ExpressionAttributeNames: { '#family': 'family' },
        ExpressionAttributeValues: {
          ':after': after,
          ':before': before.token_hash,
          ':now': timestamp(at),
        },
      });
      return conditionHolds(db.send(update));
    },

    /** Stores that the connection is used now, at most once an hour. It does not bring back one that was ended. */
    async touch(used: ConnectionKey & Pick<Connection, 'last_used_at'>, at: number): Promise<void> {
      if (!isUseStale(used, at)) return;
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(used),
        UpdateExpression: 'SET last_used_at = :now',
        // Of several functions that see the connection at the same time, one writes.
        ConditionExpression: 'last_used_at <= :due',
        ExpressionAttributeValues: { ':now': timestamp(at), ':due': timestamp(at - HOUR) },
      });
      await conditionHolds(db.send(update, { abortSignal: AbortSignal.timeout(TOUCH_TIMEOUT_MS) }));
    },

    /**
     * Ends the connection: its access tokens are refused at the next request, as the row is read with each of them.
     * @returns false when it had ended before; then nothing is written
     */
    end(of: ConnectionKey, audit?: AuditPut): Promise<boolean> {
      const Delete = {
        TableName: table,
        Key: keyOf(of),
        ConditionExpression: 'attribute_exists(connection_id)',
      };
      return firstConditionHolds(transact(db, { TransactItems: [{ Delete }, ...(audit ? [audit] : [])] }));
    },

    /** Ends all connections of a member who is removed. */
    async endAllOfMember(accountId: string, memberId: string): Promise<void> {
      await deleteItems(db, table, (await store.ofMember(accountId, memberId)).map(keyOf));
    },

    /** Ends the account's connections of an app that is deleted. */
    async endAllOfApp(accountId: string, clientId: string): Promise<void> {
      let after: string | undefined;
      do {
        const { rows, next } = await store.list(accountId, PAGE, after);
        await deleteItems(db, table, rows.filter(({ client_id }) => client_id === clientId).map(keyOf));
        after = next;
      } while (after !== undefined);
    },

    /** Removes all connections of an account that is deleted. */
    async removeAll(accountId: string): Promise<void> {
      const partition = { name: 'account_id', value: accountId };
      await deletePartition(db, { table, partition, sort: 'connection_id' }, () => false);
    },
  };
  return store;
}
