/** `DELETE /v1/oauth-clients/{id}`: deletes an app. */
import { connectionStore } from '../auth/connections/connection-store.ts';
import { assertIfMatch } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { deleteOauthClient as operation } from './app-operations.ts';
import { noSuchApp, ownAppId } from './app-owner.ts';
import { appStoreOf, appTables } from './app-deps.ts';
import type { appStore } from './app-store.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appStore>, 'remove'>;
  readonly connections: Pick<ReturnType<typeof connectionStore>, 'endAllOfApp'>;
}

/**
 * Deletes an app and its connections. The connections stop working immediately, because every check of a
 * connection also reads the app.
 */
export function deleteOauthClient({ apps, connections }: Deps) {
  return async ({
    event,
    path,
    caller,
    audit,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = ownAppId(path, caller);
    const removed = await apps.remove(
      id,
      ({ version }) => assertIfMatch(event.headers, version),
      ({ name }) => audit.rowOf({ id, name }),
    );
    if (!removed) throw noSuchApp(id);
    runInBackground(connections.endAllOfApp(caller.account_id, id));
    return { status: 204 };
  };
}

export const handler = managementHandler(operation, [...appTables, 'CONNECTIONS_TABLE'], (db, environment) =>
  deleteOauthClient({
    apps: appStoreOf(db, environment),
    connections: connectionStore(db, environment.CONNECTIONS_TABLE),
  }),
);
