/** Ends a connection on behalf of its app and writes an audit log row that names the app and the member. */
import type { AuditPut } from '../core/audit-row.ts';
import { actorOfConnection, type Actor } from '../core/caller.ts';
import type { Member } from '../auth/member.ts';
import type { connectionStore } from '../auth/connections/connection-store.ts';
import type { Connection } from '../auth/connections/connection.ts';

type Ended = Pick<Connection, 'account_id' | 'connection_id' | 'app_name'>;

/** Ends the connection. Ending it twice is not an error. */
export type EndConnection = (of: Ended, member: Member | undefined) => Promise<void>;

/**
 * Creates a function that ends connections.
 * @param rowOf creates the audit log row
 */
export function endConnection(
  connections: Pick<ReturnType<typeof connectionStore>, 'end'>,
  rowOf: (of: Ended, actor: Actor) => AuditPut,
): EndConnection {
  return async (of, member) => {
    const { connection_id, app_name } = of;
    const actor = actorOfConnection({ connection_id, app_name, email: member?.email });
    await connections.end(of, rowOf(of, actor));
  };
}
