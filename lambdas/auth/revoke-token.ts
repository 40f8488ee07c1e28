/** `POST /oauth/revoke`: revokes an access token. */
import { accessTokenStore } from './access-token-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { apiKeyStore } from './api-key-store.ts';
import { hashOfToken, isExpired, isToken } from './access-token.ts';
import type { Clock } from '../core/clock.ts';
import { OauthRefusal } from '../core/errors.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { authenticateClient, oauthForm } from './oauth-request.ts';
import { logSubjectOf } from '../http/log-subject.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { NO_STORE_HEADERS } from '../http/problem-document.ts';
import { revokeToken as operation } from '../operations/oauth-operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof apiKeyStore>;
  readonly tokens: Pick<ReturnType<typeof accessTokenStore>, 'find' | 'remove'>;
  readonly now: Clock;
}

/**
 * Revokes a token of the client itself (RFC 7009). A token that is unknown, expired or revoked is no error; a token of
 * another client is refused.
 */
export function revokeToken({ keys, tokens, now }: Deps) {
  return async ({ event, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { token, ...client } = await oauthForm(event, operation.form());
    const at = now();
    const key = await authenticateClient(event.headers['authorization'], client, keys, at);
    logWith(logSubjectOf(key));
    const hash = hashOfToken(token);
    const stored = isToken(token) ? await tokens.find(hash) : undefined;
    if (stored && !isExpired(stored, at)) {
      if (stored.key_id !== key.key_id)
        throw new OauthRefusal('invalid_grant', 'The token was issued to another client.');
      await tokens.remove(hash);
    }
    return { status: 200, headers: NO_STORE_HEADERS };
  };
}

const environment = readEnvironment('ACCESS_TOKENS_TABLE', 'API_KEYS_TABLE', 'BASE_URL');
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  revokeToken({
    keys: apiKeyStore(db, environment.API_KEYS_TABLE),
    tokens: accessTokenStore(db, environment.ACCESS_TOKENS_TABLE),
    now: Date.now,
  }),
);
