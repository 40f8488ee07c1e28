/** Issues a connection's tokens to an app in exchange for an authorization code or a refresh token. */
import type { accessTokenStore } from '../auth/access-token-store.ts';
import { newConnectionToken, TOKEN_LIFETIME_SECONDS } from '../auth/access-token.ts';
import type { TokenForm, TokenView } from './oauth/oauth.ts';
import { requestedScopes, type Scope } from '../core/scope.ts';
import type { App } from '../apps/app.ts';
import { OauthRefusal } from '../core/errors/errors.ts';
import type { Clock } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import type { LogSubject } from '../http/log-subject.ts';
import { hashOfCode, isAuthorizationCode, redeem, type AuthorizationCode } from './authorization-code.ts';
import type { codeRedemptionStore } from './authorization-code-store.ts';
import type { EndConnection } from './end-connection.ts';
import {
  currentScopes,
  liveConnection,
  type ConnectionState,
} from '../auth/connections/connection-principal.ts';
import type { connectionStore } from '../auth/connections/connection-store.ts';
import { newConnection, type Connection } from '../auth/connections/connection.ts';
import { parseRefreshToken, refresh } from '../auth/connections/refresh-family.ts';

export interface ConnectionTokenDeps {
  readonly codes: ReturnType<typeof codeRedemptionStore>;
  readonly connections: Pick<ReturnType<typeof connectionStore>, 'find' | 'rotate'>;
  readonly load: (of: Connection | AuthorizationCode) => Promise<ConnectionState>;
  readonly tokens: Pick<ReturnType<typeof accessTokenStore>, 'store'>;
  /** Ends a connection whose tokens or code may have been stolen. */
  readonly endConnection: EndConnection;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/**
 * A token request's form data and its app. The app is authenticated in parallel with the first database
 * reads.
 */
export interface TokenRequest {
  readonly form: TokenForm;
  readonly authenticated: Promise<Pick<App, 'client_id'>>;
  readonly logWith: (subject: LogSubject) => void;
}

/** Maximum number of attempts to rotate a refresh token that concurrent requests also use. */
const MAX_ATTEMPTS = 3;

export function connectionTokens(deps: ConnectionTokenDeps) {
  const { codes, connections, load, tokens, endConnection, now, random } = deps;
  return { ofCode, ofRefreshToken };

  /**
   * Redeems an authorization code (RFC 6749, section 4.1.3).
   * @throws OauthRefusal
   */
  async function ofCode({ form, authenticated, logWith }: TokenRequest): Promise<TokenView> {
    const { code, redirect_uri, code_verifier } = form;
    if (code === undefined || redirect_uri === undefined || code_verifier === undefined) {
      await authenticated;
      throw missing({ code, redirect_uri, code_verifier });
    }
    const [app, found] = await Promise.all([
      authenticated,
      isAuthorizationCode(code) ? codes.find(hashOfCode(code)) : undefined,
    ]);
    const at = now();
    const decision = redeem(found, { client_id: app.client_id, redirect_uri, code_verifier }, at);
    if (!found) throw refusedCode();
    if (decision !== 'spend' && decision !== 'reuse') throw refusedCode(decision);
    logWith(subjectOf(found));
    const state = await load(found);
    if (decision === 'reuse') {
      await endConnection(found, state.member);
      throw refusedCode();
    }
    const { member, account } = state;
    if (!member || !account || !state.hasApp) throw refusedCode();
    assertNotSuspended(account);
    assertSameResource(form, found);
    const scopes = currentScopes(found, member.role);
    if (scopes.length === 0) throw lacksScopes();
    const { refreshToken, stored } = newConnection(found, at, random);
    const access = newConnectionToken(found, scopes, at, random, found.resource);
    const outcome = await codes.spend(found, { stored, token: access.stored }, at);
    // Treat this as a second use if another request redeemed the code first.
    if (outcome === 'spent-before') await endConnection(found, member);
    if (outcome !== 'spent') throw refusedCode();
    return viewOf(access.token, scopes, refreshToken);
  }

  /**
   * Exchanges a refresh token for its successor and an access token (RFC 6749, section 6).
   * @throws OauthRefusal
   */
  async function ofRefreshToken({ form, authenticated, logWith }: TokenRequest): Promise<TokenView> {
    const presented = parseRefreshToken(form.refresh_token ?? '');
    const [app, found] = await Promise.all([authenticated, presented && connections.find(presented)]);
    if (form.refresh_token === undefined) throw missing({ refresh_token: undefined });
    if (!presented || found?.client_id !== app.client_id) throw refusedToken();
    logWith(subjectOf(found));
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const live = liveConnection(found, await load(found));
      if (!live) throw refusedToken();
      const { connection, member, account } = live;
      const at = now();
      const decision = refresh(connection.family, presented, at, random);
      if (decision.kind === 'refuse') throw refusedToken();
      if (decision.kind === 'reuse') {
        await endConnection(connection, member);
        throw refusedToken();
      }
      assertNotSuspended(account);
      assertSameResource(form, connection);
      const scopes = scopesFor(form, currentScopes(connection, member.role));
      const access = newConnectionToken(connection, scopes, at, random, connection.resource);
      const [isRotated] = await Promise.all([
        decision.kind === 'repeat' || connections.rotate(connection, connection.family, decision.after, at),
        tokens.store(access.stored),
      ]);
      if (isRotated) return viewOf(access.token, scopes, decision.token);
    }
    throw refusedToken();
  }
}

/**
 * Returns the scopes of the new access token.
 * @throws OauthRefusal `invalid_scope` for scopes that the connection doesn't have
 */
function scopesFor({ scope }: TokenForm, possible: readonly Scope[]): readonly Scope[] {
  const scopes = requestedScopes(scope, possible);
  if (!scopes)
    throw new OauthRefusal('invalid_scope', 'The member has not agreed to this scope, or no longer has it.');
  if (scopes.length === 0) throw lacksScopes();
  return scopes;
}

/**
 * Rejects a resource that wasn't part of the member's consent. If the request names no resource, the new
 * token is bound to the connection's resource.
 * @throws OauthRefusal `invalid_target`
 */
function assertSameResource({ resource }: TokenForm, agreed: Pick<Connection, 'resource'>): void {
  if (resource !== undefined && resource !== agreed.resource)
    throw new OauthRefusal(
      'invalid_target',
      'The resource differs from the one in the authorization request.',
    );
}

/**
 * Rejects the request if the account is suspended. The code or token remains usable, because a suspension can
 * be lifted.
 * @throws OauthRefusal
 */
function assertNotSuspended({ suspended_at }: { suspended_at?: string | undefined }): void {
  if (suspended_at !== undefined) throw new OauthRefusal('invalid_grant', 'The account is suspended.');
}

function missing(sent: Readonly<Record<string, string | undefined>>): OauthRefusal {
  const names = Object.keys(sent).filter((name) => sent[name] === undefined);
  return new OauthRefusal('invalid_request', `Missing: ${names.join(', ')}.`);
}

const CODE_REFUSALS = {
  refuse: 'The code is unknown, expired, already used or was issued to another client.',
  'other-redirect-uri': 'The redirect_uri differs from the one in the authorization request.',
  'other-verifier': 'The code_verifier does not match the code_challenge in the authorization request.',
} as const;

const refusedCode = (why: keyof typeof CODE_REFUSALS = 'refuse') =>
  new OauthRefusal('invalid_grant', CODE_REFUSALS[why]);

const refusedToken = () =>
  new OauthRefusal(
    'invalid_grant',
    'The refresh token is unknown, expired, already used or was issued to another client, or its connection has ended.',
  );

const lacksScopes = () =>
  new OauthRefusal(
    'invalid_grant',
    'The member no longer has the permissions that the connection was created with.',
  );

const subjectOf = ({ account_id, member_id, connection_id, client_id }: Connection | AuthorizationCode) => ({
  account_id,
  member_id,
  connection_id,
  client_id,
});

const viewOf = (access_token: string, scopes: readonly Scope[], refresh_token: string): TokenView => ({
  access_token,
  token_type: 'Bearer',
  expires_in: TOKEN_LIFETIME_SECONDS,
  scope: scopes.join(' '),
  refresh_token,
});
