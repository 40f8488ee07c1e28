/** `DELETE /v1/connections/{id}`: ends a connection. */
import { NotFound } from '../core/errors/errors.ts';
import { accountIdOfConnection } from '../core/ids.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { message } from '../core/errors/message.ts';
import { deleteConnection as operation } from './connection-operations.ts';
import { connectionStore } from '../auth/connections/connection-store.ts';
import { canSeeConnection } from './connection-view.ts';

interface Deps {
  readonly connections: Pick<ReturnType<typeof connectionStore>, 'find' | 'end'>;
}

/**
 * Ends a connection. Its tokens are rejected immediately, because every use of a token also reads the
 * connection.
 */
export function deleteConnection({ connections }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { id = '' } = path;
    const { account_id } = caller;
    const of = { account_id, connection_id: id };
    const found = accountIdOfConnection(id) === account_id ? await connections.find(of) : undefined;
    const isEnded =
      found !== undefined &&
      canSeeConnection(caller, found) &&
      (await connections.end(of, audit.rowOf({ id, name: found.app_name })));
    if (!isEnded) throw new NotFound(message('no-such-thing', { id }));
    return { status: 204 };
  };
}

export const handler = managementHandler(operation, ['CONNECTIONS_TABLE'], (db, environment) =>
  deleteConnection({ connections: connectionStore(db, environment.CONNECTIONS_TABLE) }),
);
