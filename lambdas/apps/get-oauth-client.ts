/** `GET /v1/oauth-clients/{id}`: returns an app, without its secret. */
import type { Clock } from '../core/clock.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { getOauthClient as operation } from './app-operations.ts';
import { noSuchApp, ownAppId } from './app-owner.ts';
import { appReader } from './app-store.ts';
import { toAppView } from './app.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appReader>, 'find'>;
  readonly now: Clock;
}

/** Returns one of the account's apps. */
export function getOauthClient({ apps, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = ownAppId(path, caller);
    const found = await apps.find(id);
    if (!found) throw noSuchApp(id);
    const view = toAppView(found, now());
    return { status: 200, headers: { etag: resourceTag(found.version, view) }, body: view };
  };
}

export const handler = managementHandler(operation, ['OAUTH_CLIENTS_TABLE'], (db, environment) =>
  getOauthClient({ apps: appReader(db, environment.OAUTH_CLIENTS_TABLE), now: Date.now }),
);
