/**
 * Reads a connection with its member, app and account in one call (Accounts, Connections, Members and
 * OauthClients tables). As a result, a change to any of them takes effect with the next request.
 */
import type * as z from 'zod';
import { account, sessionAccountAttributes } from '../../accounts/account.ts';
import type { TokenConnection } from '../access-token.ts';
import { batchGet, type KeysByTable } from '../../aws/batch-get.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { member } from '../member.ts';
import type { ConnectionState } from './connection-principal.ts';
import { connection } from './connection.ts';
import { isClientDocumentUrl } from '../../core/web/client-document-url.ts';
import { ownerOfApp } from '../../core/ids.ts';

export interface ConnectionTables {
  readonly accounts: string;
  readonly connections: string;
  readonly members: string;
  readonly oauthClients: string;
}

const connectionAccount = account.pick({
  account_id: true,
  cursor_key: true,
  suspended_at: true,
  event_owners: true,
});

/** Reads the items that determine the connection's current permissions, using a strongly consistent read. */
export async function loadConnection(
  db: DocumentClient,
  tables: ConnectionTables,
  of: TokenConnection,
): Promise<ConnectionState> {
  return connectionStateIn(await batchGet(db, connectionKeys(tables, of)), tables, of);
}

/** Returns the keys of the items that determine the connection's current permissions. */
export function connectionKeys(
  tables: ConnectionTables,
  { account_id, connection_id, member_id, client_id }: TokenConnection,
): KeysByTable {
  const one = (key: Record<string, string>) => ({ Keys: [key], ConsistentRead: true });
  return {
    [tables.connections]: one({ account_id, connection_id }),
    [tables.members]: one({ account_id, member_id }),
    [tables.accounts]: {
      ...one({ account_id }),
      ProjectionExpression: sessionAccountAttributes.join(', '),
    },
    ...(!isClientDocumentUrl(client_id) && {
      [tables.oauthClients]: {
        ...one({ owner: ownerOfApp(client_id) ?? '', client_id }),
        ProjectionExpression: '#owner, client_id',
        ExpressionAttributeNames: { '#owner': 'owner' },
      },
    }),
  };
}

/** Builds the connection's state from the items that were read. */
export function connectionStateIn(
  found: Awaited<ReturnType<typeof batchGet>>,
  tables: ConnectionTables,
  { client_id }: TokenConnection,
): ConnectionState {
  const rowOf = <Schema extends z.ZodType>(table: string, schema: Schema) =>
    schema.optional().parse(found[table]?.[0]);
  return {
    connection: rowOf(tables.connections, connection),
    member: rowOf(tables.members, member),
    account: rowOf(tables.accounts, connectionAccount),
    // Apps that use a metadata document always exist, because they aren't registered in the table.
    hasApp: isClientDocumentUrl(client_id) || found[tables.oauthClients]?.[0] !== undefined,
  };
}
