/** `PATCH /v1/oauth-clients/{id}`: changes an app. */
import type { Clock } from '../core/clock.ts';
import { assertIfMatch, resourceTag } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { updateOauthClient as operation } from './app-operations.ts';
import { noSuchApp, ownAppId } from './app-owner.ts';
import { appStoreOf, appTables } from './app-deps.ts';
import type { appStore } from './app-store.ts';
import { changedApp, toAppView } from './app.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appStore>, 'change'>;
  readonly now: Clock;
}

/** Changes an app's name, logo and redirect URIs. */
export function updateOauthClient({ apps, now }: Deps) {
  return async ({
    event,
    path,
    body,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = ownAppId(path, caller);
    const at = now();
    const changed = await apps.change(
      id,
      (before) => {
        assertIfMatch(event.headers, before.version);
        return changedApp(before, body, at);
      },
      ({ name }) => audit.rowOf({ id, name }),
    );
    if (!changed) throw noSuchApp(id);
    const view = toAppView(changed, at);
    return { status: 200, headers: { etag: resourceTag(changed.version, view) }, body: view };
  };
}

export const handler = managementHandler(operation, appTables, (db, environment) =>
  updateOauthClient({
    apps: appStoreOf(db, environment),
    now: Date.now,
  }),
);
