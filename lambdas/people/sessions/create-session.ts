/** `POST /v1/session`: starts a session with a management API key. */
import type { Clock } from '../../core/clock.ts';
import { Forbidden } from '../../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { readEnvironment } from '../../environment.ts';
import { assertOwnOrigin } from '../../auth/authenticate.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { message } from '../../core/errors/message.ts';
import { createSession as operation } from '../people-operations.ts';
import { sessionCookie } from '../../auth/sessions/session-cookie.ts';
import { sessionStore } from '../../auth/sessions/session-store.ts';

interface Deps {
  readonly sessions: Pick<ReturnType<typeof sessionStore>, 'create'>;
  readonly baseUrl: string;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * Starts a session that ends when its API key expires or is revoked. Rejects requests from other websites,
 * which could otherwise start a session with their own key in a visitor's browser.
 */
export function createSession({ sessions, baseUrl, now, random }: Deps) {
  return async ({ event, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { origin, 'user-agent': userAgent } = event.headers;
    if (origin !== undefined) assertOwnOrigin({ method: 'POST', origin }, new URL(baseUrl).origin);
    if (!('key_type' in caller) || caller.key_type !== 'management')
      throw new Forbidden(message('management-key-needed'));
    if (caller.type === 'token')
      throw new Forbidden('Send a management key to start a session. Tokens are not accepted.');
    const { account_id, key_hash, key_id } = caller;
    const cookie = await sessions.create(
      { account_id, key_hash },
      now(),
      random,
      audit.rowOf({ id: key_id, name: caller.name }),
    );
    return {
      status: 204,
      cookies: [sessionCookie(cookie, { baseUrl, userAgent })],
    };
  };
}

export const handler = managementHandler(operation, ['SESSIONS_TABLE'], (db, environment) =>
  createSession({
    sessions: sessionStore(db, environment.SESSIONS_TABLE),
    baseUrl: readEnvironment('BASE_URL').BASE_URL,
    now: Date.now,
    random: systemRandom,
  }),
);
