/** `POST /oauth/token`: issues an access token for an API key. */
import { accessTokenStore } from './access-token-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { principalStore } from './principal-store.ts';
import { type PrincipalStore } from './principal-store.ts';
import { apiKeyStore } from './api-key-store.ts';
import { newAccessToken, TOKEN_LIFETIME_SECONDS } from './access-token.ts';
import type { Clock } from '../core/clock.ts';
import { OauthRefusal } from '../core/errors.ts';
import type { TokenView } from './oauth.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { requestedScopes } from './scope.ts';
import { readEnvironment } from '../environment.ts';

import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { authenticateClient, oauthForm } from './oauth-request.ts';
import { NO_STORE_HEADERS, type HttpResponse } from '../http/problem-document.ts';
import { issueToken as operation } from '../operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof apiKeyStore>;
  readonly principals: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly tokens: Pick<ReturnType<typeof accessTokenStore>, 'store'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Exchanges a key for an access token of one hour, with all scopes of the key or some (RFC 6749, section 4.4). */
export function issueToken({ keys, principals, tokens, now, random }: Deps) {
  return async ({ event, runInBackground }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = oauthForm(event, operation.form());
    const key = await authenticateClient(event.headers['authorization'], form, keys);
    runInBackground(principals.touchLastUsed(key));
    if (form.grant_type !== 'client_credentials')
      throw new OauthRefusal('unsupported_grant_type', 'The grant type must be client_credentials.');
    const scopes = requestedScopes(form.scope, key.type);
    if (!scopes) throw new OauthRefusal('invalid_scope', 'The scope is unknown or the key does not have it.');
    const { token, stored } = newAccessToken(key, scopes, now(), random);
    await tokens.store(stored);
    const body: TokenView = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: scopes.join(' '),
    };
    return { status: 200, headers: NO_STORE_HEADERS, body };
  };
}

const environment = readEnvironment('ACCESS_TOKENS_TABLE', 'API_KEYS_TABLE', 'BASE_URL');
const tables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  issueToken({
    keys: apiKeyStore(db, tables.apiKeys),
    principals: principalStore(db, tables, Date.now),
    tokens: accessTokenStore(db, tables.accessTokens),
    now: Date.now,
    random: systemRandom,
  }),
);
