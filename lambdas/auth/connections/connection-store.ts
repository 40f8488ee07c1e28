/** Finds, lists, updates and ends connections (Connections table). */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../../core/audit-row.ts';
import { deleteItems, deletePartition } from '../../aws/batch-delete.ts';
import { conditionHolds, firstConditionHolds, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { latestPage } from '../../aws/latest-page.ts';
import { HOUR, timestamp } from '../../core/clock.ts';
import { connection, isUseStale, type Connection } from './connection.ts';
import type { RefreshFamily } from './refresh-family.ts';

/**
 * Timeout for recording a connection's last use, in milliseconds. A response is delayed by at most this time.
 */
const TOUCH_TIMEOUT_MS = 500;
/** Number of connections read per query. */
const PAGE = 100;

type ConnectionKey = Pick<Connection, 'account_id' | 'connection_id'>;

/** Creates the connection store. All its reads are strongly consistent. */
export function connectionStore(db: DocumentClient, table: string) {
  const keyOf = ({ account_id, connection_id }: ConnectionKey) => ({ account_id, connection_id });

  const store = {
    async find(of: ConnectionKey): Promise<Connection | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: keyOf(of), ConsistentRead: true }),
      );
      return Item && connection.parse(Item);
    },

    /**
     * Lists the account's connections, newest first. Connections of other members count towards `limit` too.
     */
    list: (accountId: string, limit: number, after?: string) =>
      latestPage(
        db,
        { table, of: ['account_id', accountId], id: 'connection_id', row: connection },
        limit,
        after,
      ),

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

    /**
     * Stores the refresh token family after a rotation. Returns false if another request rotated the token
     * first or the connection has ended.
     */
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

    /**
     * Records the connection's last use, at most once an hour. Doesn't recreate a connection that has ended.
     */
    async touch(used: ConnectionKey & Pick<Connection, 'last_used_at'>, at: number): Promise<void> {
      if (!isUseStale(used, at)) return;
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(used),
        UpdateExpression: 'SET last_used_at = :now',
        // Check the time again, so that only one of several concurrent requests updates the item.
        ConditionExpression: 'last_used_at <= :due',
        ExpressionAttributeValues: { ':now': timestamp(at), ':due': timestamp(at - HOUR) },
      });
      await conditionHolds(db.send(update, { abortSignal: AbortSignal.timeout(TOUCH_TIMEOUT_MS) }));
    },

    /**
     * Ends the connection. Its access tokens are rejected immediately, because every request reads the
     * connection's row.
     * @returns false, without writing anything, if the connection had already ended
     */
    end(of: ConnectionKey, audit?: AuditPut): Promise<boolean> {
      const Delete = {
        TableName: table,
        Key: keyOf(of),
        ConditionExpression: 'attribute_exists(connection_id)',
      };
      return firstConditionHolds(transact(db, { TransactItems: [{ Delete }, ...(audit ? [audit] : [])] }));
    },

    /** Ends all connections of a member who is being removed. */
    async endAllOfMember(accountId: string, memberId: string): Promise<void> {
      await deleteItems(db, table, (await store.ofMember(accountId, memberId)).map(keyOf));
    },

    /** Ends the account's connections to an app that is being deleted. */
    async endAllOfApp(accountId: string, clientId: string): Promise<void> {
      let after: string | undefined;
      do {
        const { rows, next } = await store.list(accountId, PAGE, after);
        await deleteItems(db, table, rows.filter(({ client_id }) => client_id === clientId).map(keyOf));
        after = next;
      } while (after !== undefined);
    },

    /** Deletes all connections of an account that is being deleted. */
    async removeAll(accountId: string): Promise<void> {
      const partition = { name: 'account_id', value: accountId };
      await deletePartition(db, { table, partition, sort: 'connection_id' }, () => false);
    },
  };
  return store;
}
