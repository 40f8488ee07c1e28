/** `POST /oauth/revoke`: revokes an access token, or a refresh token and its connection. */
import { appReader } from '../../apps/app-store.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { endingDeps } from '../connection-deps.ts';
import { parseRefreshToken, type RefreshToken } from '../../auth/connections/refresh-family.ts';
import type { Clock } from '../../core/clock.ts';
import { OauthRefusal } from '../../core/errors/errors.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { logSubjectOf } from '../../auth/logged-callers.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { NO_STORE_HEADERS } from '../../http/problem-document.ts';
import { revokeToken as operation } from './oauth-operations.ts';
import { accessTokenStore } from '../../auth/access-token-store.ts';
import { hashOfToken, isExpired, isToken, type AccessToken } from '../../auth/access-token.ts';
import { apiKeyStore } from '../../auth/keys/api-key-store.ts';
import { authenticateClient, oauthForm, oauthFormat, type OauthClient } from './oauth-request.ts';

interface Deps extends ReturnType<typeof endingDeps> {
  readonly keys: ReturnType<typeof apiKeyStore>;
  readonly apps: Pick<ReturnType<typeof appReader>, 'find'>;
  readonly tokens: Pick<ReturnType<typeof accessTokenStore>, 'find' | 'remove'>;
  readonly now: Clock;
}

/**
 * Revokes one of the client's tokens (RFC 7009). Revoking a refresh token ends its connection, which
 * invalidates all of the connection's access tokens. Unknown, expired and revoked tokens don't cause an
 * error. Tokens of other clients are rejected.
 */
export function revokeToken(deps: Deps) {
  const { tokens, now } = deps;
  return async (request: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { event, logWith } = request;
    const { token, ...form } = await oauthForm(event, operation.form());
    const client = await authenticateClient(event.headers['authorization'], form, deps, now());
    logWith(client.kind === 'key' ? logSubjectOf(client.key) : { client_id: client.app.client_id });
    const refreshToken = parseRefreshToken(token);
    if (refreshToken) await endConnectionOf(refreshToken, client, request, deps);
    else if (isToken(token)) await revokeAccessToken(hashOfToken(token), client);
    return { status: 200, headers: NO_STORE_HEADERS };
  };

  async function revokeAccessToken(hash: string, client: OauthClient): Promise<void> {
    const stored = await tokens.find(hash);
    if (!stored || isExpired(stored, now())) return;
    if (!isOfClient(stored, client)) throw otherClient();
    await tokens.remove(hash);
  }
}

const isOfClient = (token: AccessToken, client: OauthClient): boolean =>
  'client_id' in token
    ? client.kind === 'app' && token.client_id === client.app.client_id
    : client.kind === 'key' && token.key_id === client.key.key_id;

/**
 * Ends a refresh token's connection, even if the token has been replaced. Does nothing if the token isn't
 * genuine.
 */
async function endConnectionOf(
  presented: RefreshToken,
  client: OauthClient,
  { event }: HttpRequest<typeof operation>,
  { connections, load, enderOf }: Deps,
): Promise<void> {
  const found = await connections.find(presented);
  if (found?.family.family_hash !== presented.family_hash) return;
  if (client.kind !== 'app' || found.client_id !== client.app.client_id) throw otherClient();
  const { member } = await load(found);
  await enderOf(operation.name, event)(found, member);
}

const otherClient = () => new OauthRefusal('invalid_grant', 'The token was issued to another client.');

const environment = readEnvironment(
  'ACCESS_TOKENS_TABLE',
  'API_KEYS_TABLE',
  'BASE_URL',
  'OAUTH_CLIENTS_TABLE',
);
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL, format: oauthFormat(environment.BASE_URL) },
  revokeToken({
    ...endingDeps(db),
    keys: apiKeyStore(db, environment.API_KEYS_TABLE),
    apps: appReader(db, environment.OAUTH_CLIENTS_TABLE),
    tokens: accessTokenStore(db, environment.ACCESS_TOKENS_TABLE),
    now: Date.now,
  }),
);
