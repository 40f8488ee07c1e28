/**
 * `POST /v1/oauth-clients/{id}/rotate-secret`: creates a new secret for an app. No other response includes
 * this secret.
 */
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { rotateOauthClientSecret as operation } from './app-operations.ts';
import { noSuchApp, ownAppId } from './app-owner.ts';
import { appStoreOf, appTables } from './app-deps.ts';
import type { appStore } from './app-store.ts';
import { newAppSecret, rotatedApp, toAppView } from './app.ts';

interface Deps {
  readonly apps: Pick<ReturnType<typeof appStore>, 'change'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Rotates an app's secret. The old secret is accepted for another day, so that no requests fail while the app
 * switches to the new one.
 */
export function rotateOauthClientSecret({ apps, now, random }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = ownAppId(path, caller);
    const at = now();
    const secret = newAppSecret(random);
    const rotated = await apps.change(
      id,
      (before) => {
        if (before.type === 'public') throw new Conflict('A public app has no secret to rotate.');
        return rotatedApp(before, secret, at);
      },
      ({ name }) => audit.rowOf({ id, name }),
    );
    if (!rotated) throw noSuchApp(id);
    const view = toAppView(rotated, at);
    return {
      status: 200,
      headers: { etag: resourceTag(rotated.version, view) },
      body: { ...view, secret },
    };
  };
}

export const handler = managementHandler(operation, appTables, (db, environment) =>
  rotateOauthClientSecret({
    apps: appStoreOf(db, environment),
    now: Date.now,
    random: systemRandom,
  }),
);
