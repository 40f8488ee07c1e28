/**
 * Checks whether a connection's app may currently receive submissions (uses the tables in
 * `connection-principal-store.ts`).
 */
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { canSeeForm } from '../../core/caller.ts';
import { isFormId } from '../../core/ids.ts';
import { canSeeAllForms } from '../ownership.ts';
import { loadConnection, type ConnectionTables } from './connection-principal-store.ts';
import { currentForms, currentScopes, liveConnection, type MayReceive } from './connection-principal.ts';

/**
 * Creates a function that checks whether a connection's app may currently receive submissions. Once a
 * connection ends or loses the necessary permissions, the function returns false.
 */
export const receivingConnections =
  (db: DocumentClient, tables: ConnectionTables): MayReceive =>
  async (of, ownerId) => {
    const live = liveConnection(of, await loadConnection(db, tables, of));
    if (!live) return false;
    const { connection, member } = live;
    const owner = { account_id: of.account_id, form_ids: currentForms(connection, member) };
    const sees = isFormId(ownerId) ? canSeeForm(owner, ownerId) : canSeeAllForms(owner);
    return sees && currentScopes(connection, member.role).includes('read');
  };
