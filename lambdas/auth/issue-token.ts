/** `POST /oauth/token`: issues an access token for an API key. */
import { accessTokenStore } from './access-token-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { principalStore, type PrincipalStore } from './principal-store.ts';
import { apiKeyStore } from './api-key-store.ts';
import { accountStatusStore, type AccountStatus } from '../accounts/account-status-store.ts';
import { newAccessToken } from './access-token.ts';
import { scopesOf } from './api-key.ts';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { OauthRefusal } from '../core/errors.ts';
import type { TokenView } from './oauth.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { requestedScopes } from './scope.ts';
import { readEnvironment } from '../environment.ts';

import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { authenticateClient, oauthForm } from './oauth-request.ts';
import { logSubjectOf } from '../http/log-subject.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { NO_STORE_HEADERS } from '../http/problem-document.ts';
import { issueToken as operation } from '../operations/oauth-operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof apiKeyStore>;
  readonly principals: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly accounts: AccountStatus;
  readonly tokens: Pick<ReturnType<typeof accessTokenStore>, 'store'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Exchanges a key for an access token of one hour, or less if the key expires before, with all scopes of the key or some (RFC 6749, section 4.4). */
export function issueToken({ keys, principals, accounts, tokens, now, random }: Deps) {
  return async ({
    event,
    runInBackground,
    logWith,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await oauthForm(event, operation.form());
    const at = now();
    const key = await authenticateClient(event.headers['authorization'], form, keys, at);
    logWith(logSubjectOf(key));
    runInBackground(principals.touchLastUsed(key));
    // RFC 6749 knows no error of its own for this; to the account's clients it is as if its keys were revoked.
    if (await accounts.isSuspended(key.account_id))
      throw new OauthRefusal('invalid_client', 'The account of the client is suspended.');
    if (form.grant_type !== 'client_credentials')
      throw new OauthRefusal('unsupported_grant_type', 'The grant type must be client_credentials.');
    const scopes = requestedScopes(form.scope, scopesOf(key));
    if (!scopes) throw new OauthRefusal('invalid_scope', 'The scope is unknown or the key does not have it.');
    const { token, stored } = newAccessToken(key, scopes, at, random);
    await tokens.store(stored);
    const body: TokenView = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: stored.expires_at - epochSeconds(at),
      scope: scopes.join(' '),
    };
    return { status: 200, headers: NO_STORE_HEADERS, body };
  };
}

const environment = readEnvironment('ACCESS_TOKENS_TABLE', 'ACCOUNTS_TABLE', 'API_KEYS_TABLE', 'BASE_URL');
const tables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  issueToken({
    keys: apiKeyStore(db, tables.apiKeys),
    principals: principalStore(db, tables, Date.now),
    accounts: accountStatusStore(db, environment.ACCOUNTS_TABLE),
    tokens: accessTokenStore(db, tables.accessTokens),
    now: Date.now,
    random: systemRandom,
  }),
);
