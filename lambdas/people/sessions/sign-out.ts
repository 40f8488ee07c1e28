/** `POST /v1/session/sign-out`: ends the session. */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { Unauthorized } from '../../core/errors/errors.ts';
import { readEnvironment } from '../../environment.ts';
import { assertOwnOrigin } from '../../auth/authenticate.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { message } from '../../core/errors/message.ts';
import { signOut as operation } from '../people-operations.ts';
import { endedSessionCookie, sessionOfCookies } from '../../auth/sessions/session-cookie.ts';
import { sessionStore } from '../../auth/sessions/session-store.ts';
import { parseSession } from '../../auth/sessions/session.ts';

interface Deps {
  readonly sessions: Pick<ReturnType<typeof sessionStore>, 'end'>;
  readonly baseUrl: string;
}

/**
 * Ends the session in the cookie, even if it is no longer valid, so that removed members can sign out too.
 */
export function signOut({ sessions, baseUrl }: Deps) {
  return async ({ event, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { origin, 'user-agent': userAgent } = event.headers;
    const cookie = sessionOfCookies(event.cookies, baseUrl);
    if (cookie === undefined) throw new Unauthorized(message('session-ended'));
    assertOwnOrigin({ method: 'POST', origin }, new URL(baseUrl).origin);
    const session = parseSession(cookie);
    if (session) {
      logWith({ account_id: session.holder.account_id });
      await sessions.end(session);
    }
    return {
      status: 204,
      cookies: [endedSessionCookie({ baseUrl, userAgent })],
    };
  };
}

const environment = readEnvironment('BASE_URL', 'SESSIONS_TABLE');

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  signOut({
    sessions: sessionStore(documentClient(), environment.SESSIONS_TABLE),
    baseUrl: environment.BASE_URL,
  }),
);
