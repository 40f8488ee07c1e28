/** `POST /oauth/token`: issues an access token for an API key, or a connection's tokens to an app. */
import { accountStatusStore, type AccountStatus } from '../../accounts/account-status-store.ts';
import { appReader } from '../../apps/app-store.ts';
import type { App } from '../../apps/app.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { connectionDeps } from '../connection-deps.ts';
import { connectionTokens, type ConnectionTokenDeps } from '../connection-tokens.ts';
import { epochSeconds, type Clock } from '../../core/clock.ts';
import { OauthRefusal } from '../../core/errors/errors.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { logSubjectOf } from '../../auth/logged-callers.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { NO_STORE_HEADERS } from '../../http/problem-document.ts';
import { issueToken as operation } from './oauth-operations.ts';
import { accessTokenStore } from '../../auth/access-token-store.ts';
import { newAccessToken } from '../../auth/access-token.ts';
import { apiKeyStore } from '../../auth/keys/api-key-store.ts';
import { scopesOf, type ApiKey } from '../../auth/keys/api-key.ts';
import { principalsOf } from '../../auth/auth-deps.ts';
import { authenticateClient, oauthForm, oauthFormat, type OauthClient } from './oauth-request.ts';
import type { TokenForm, TokenView } from './oauth.ts';
import type { PrincipalStore } from '../../auth/principal-store.ts';
import { mcpResource, UNKNOWN_RESOURCE } from '../../core/web/mcp-resource.ts';
import { requestedScopes } from '../../core/scope.ts';

interface Deps extends Omit<ConnectionTokenDeps, 'endConnection'> {
  readonly baseUrl: string;
  readonly keys: ReturnType<typeof apiKeyStore>;
  readonly apps: Pick<ReturnType<typeof appReader>, 'find'>;
  readonly principals: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly accounts: AccountStatus;
  readonly now: Clock;
  readonly random: RandomBytes;
  /** Creates a function that ends connections and writes an audit log row for each. */
  readonly enderOf: ReturnType<typeof connectionDeps>['enderOf'];
}

const KEY_GRANT = 'client_credentials';
const APP_GRANTS: readonly string[] = ['authorization_code', 'refresh_token'];

/**
 * Issues tokens to a client that authenticates with its credentials or presents a grant (RFC 6749, sections
 * 4.1.3, 4.4 and 6).
 */
export function issueToken(deps: Deps) {
  return async (request: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { event } = request;
    const form = await oauthForm(event, operation.form());
    const client = authenticateClient(event.headers['authorization'], form, deps, deps.now());
    const body = APP_GRANTS.includes(form.grant_type)
      ? await tokensOfApp(form, client, request, deps)
      : await tokenOfKey(form, await client, request, deps);
    return { status: 200, headers: NO_STORE_HEADERS, body };
  };
}

function tokensOfApp(
  form: TokenForm,
  client: Promise<OauthClient>,
  { event, logWith }: HttpRequest<typeof operation>,
  deps: Deps,
): Promise<TokenView> {
  const tokens = connectionTokens({ ...deps, endConnection: deps.enderOf(operation.name, event) });
  const request = { form, authenticated: client.then(appOnly), logWith };
  return form.grant_type === 'refresh_token' ? tokens.ofRefreshToken(request) : tokens.ofCode(request);
}

/**
 * Returns the authenticated client if it is an app.
 * @throws OauthRefusal `unauthorized_client` for an API key, which only acts for its own account
 */
function appOnly(client: OauthClient): Pick<App, 'client_id'> {
  if (client.kind === 'key')
    throw new OauthRefusal('unauthorized_client', `An API key must use the grant type ${KEY_GRANT}.`);
  return client.app;
}

/**
 * Issues an access token with all or some of the key's scopes. It expires after an hour, or when the key
 * expires, whichever is earlier.
 */
async function tokenOfKey(
  form: TokenForm,
  client: OauthClient,
  { runInBackground, logWith }: HttpRequest<typeof operation>,
  { baseUrl, principals, accounts, tokens, now, random }: Deps,
): Promise<TokenView> {
  const isKnown = form.grant_type === KEY_GRANT;
  if (client.kind === 'app') {
    if (isKnown)
      throw new OauthRefusal(
        'unauthorized_client',
        'An app can only act for members who have authorized it.',
      );
    throw unsupported();
  }
  const at = now();
  const { key } = client;
  logWith(logSubjectOf(key));
  runInBackground(principals.touchLastUsed(key));
  await assertKeyNotSuspended(key, accounts);
  if (!isKnown) throw unsupported();
  const scopes = requestedScopes(form.scope, scopesOf(key));
  if (!scopes) throw new OauthRefusal('invalid_scope', "The scope is unknown, or the key doesn't have it.");
  const { resource } = form;
  if (resource !== undefined && resource !== mcpResource(baseUrl))
    throw new OauthRefusal('invalid_target', UNKNOWN_RESOURCE);
  const { token, stored } = newAccessToken(key, scopes, at, random, resource);
  await tokens.store(stored);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: stored.expires_at - epochSeconds(at),
    scope: scopes.join(' '),
  };
}

const unsupported = () =>
  new OauthRefusal(
    'unsupported_grant_type',
    `The grant type must be ${KEY_GRANT}, ${APP_GRANTS.join(' or ')}.`,
  );

/**
 * Rejects keys of suspended accounts. RFC 6749 doesn't define an error for this case, so clients get the same
 * error code as for a revoked key.
 */
async function assertKeyNotSuspended({ account_id }: ApiKey, accounts: AccountStatus): Promise<void> {
  if (await accounts.isSuspended(account_id))
    throw new OauthRefusal('invalid_client', 'The account of the client is suspended.');
}

const environment = readEnvironment(
  'ACCESS_TOKENS_TABLE',
  'ACCOUNTS_TABLE',
  'API_KEYS_TABLE',
  'BASE_URL',
  'OAUTH_CLIENTS_TABLE',
);
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL, format: oauthFormat(environment.BASE_URL) },
  issueToken({
    ...connectionDeps(db),
    baseUrl: environment.BASE_URL,
    keys: apiKeyStore(db, environment.API_KEYS_TABLE),
    apps: appReader(db, environment.OAUTH_CLIENTS_TABLE),
    principals: principalsOf(db),
    accounts: accountStatusStore(db, environment.ACCOUNTS_TABLE),
    tokens: accessTokenStore(db, environment.ACCESS_TOKENS_TABLE),
    now: Date.now,
    random: systemRandom,
  }),
);
