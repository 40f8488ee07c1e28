/** `POST /v1/oauth-clients`: registers an app for the account. */
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { createOauthClient as operation } from './app-operations.ts';
import { appStoreOf, appTables } from './app-deps.ts';
import { MAX_APPS, type appStore } from './app-store.ts';
import { newApp, toAppView } from './app.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appStore>, 'create'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Registers an app. Only this response and the response to a rotation contain a secret. */
export function createOauthClient({ apps, now, random }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const { secret, stored } = newApp(caller.account_id, body, at, random);
    if ((await apps.create(stored, audit.rowOf({ id: stored.client_id, name: stored.name }))) === 'too-many')
      throw new Conflict(`An account can have at most ${MAX_APPS} apps. Delete one first.`);
    const view = toAppView(stored, at);
    return {
      status: 201,
      headers: { etag: resourceTag(stored.version, view) },
      body: { ...view, ...(secret !== undefined && { secret }) },
    };
  };
}

export const handler = managementHandler(operation, appTables, (db, environment) =>
  createOauthClient({
    apps: appStoreOf(db, environment),
    now: Date.now,
    random: systemRandom,
  }),
);
