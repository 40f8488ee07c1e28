/** Talks to the OpenID Connect issuer at which people sign in. */
import * as oidc from 'openid-client';
import { CLOCK_TOLERANCE, issuerClaims, lacksEmail, type IssuerClaims } from './issuer-claims.ts';
import { isInTheClear } from './issuer-address.ts';
import type { Transaction } from './transaction.ts';

/** Seconds that the issuer has for a response. A sign-in asks it four times at most, and the gateway waits 30 s. */
const TIMEOUT_SECONDS = 6;

export interface IssuerConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** The service's address that the issuer leads browsers back to. */
  readonly redirectUri: string;
}

/** The issuer did not respond in time, or not as an issuer does. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable' as const;
}

/** The issuer's response does not belong to the sign-in, or its token is not good. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused' as const;
}

export interface TokenClaims {
  readonly token: IssuerClaims;
  /** What the issuer says when it is asked about the person; undefined where the id token says enough. */
  readonly userInfo: IssuerClaims | undefined;
}

export type IssuerClient = ReturnType<typeof issuerClient>;

/** The issuer's metadata and keys are read once, when they are first needed, and again after a failure. */
export function issuerClient({ issuer, clientId, redirectUri }: IssuerConfig) {
  let discovered: Promise<oidc.Configuration> | undefined;

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined;
      throw new IssuerUnavailable(`The issuer ${issuer} cannot be reached`, { cause });
    });
    return discovered;
  }

  function discover(): Promise<oidc.Configuration> {
    // The library takes an id token for good that comes from the token endpoint itself; ours are checked all the same.
    const execute = [oidc.enableNonRepudiationChecks];
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to warn; http never leaves this machine
    if (isInTheClear(issuer)) execute.push(oidc.allowInsecureRequests);
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE };
    return oidc.discovery(new URL(issuer), clientId, client, oidc.None(), {
      timeout: TIMEOUT_SECONDS,
      execute,
    });
  }

  return {
    /**
     * Where a sign-in goes on.
     * @param options.asAnother whether the issuer shall ask who one is, also somebody who is signed in there
     * @throws IssuerUnavailable
     */
    async authorizationUrl(
      { state, nonce, codeChallenge }: Transaction,
      options: { readonly asAnother: boolean },
    ): Promise<URL> {
      const config = await configuration();
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(options.asAnother && { prompt: promptForAnother(config.serverMetadata()) }),
      });
    },

    /**
     * Redeems the code of the issuer's response and checks everything that OpenID Connect Core 1.0, section 3.1.3.7, and
     * RFC 9207 demand of response and id token.
     * @param query of the request to the redirect URI
     * @throws SignInRefused, IssuerUnavailable
     */
    async redeem(query: string, { state, nonce, codeVerifier }: Transaction): Promise<TokenClaims> {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const token = issuerClaims.parse(tokens.claims());
        const isAsked = lacksEmail(token) && config.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = isAsked
          ? issuerClaims.parse(await oidc.fetchUserInfo(config, tokens.access_token, token.sub))
          : undefined;
        return { token, userInfo };
      } catch (cause) {
        if (isOutage(cause)) throw new IssuerUnavailable(`The issuer ${issuer} did not respond`, { cause });
        throw new SignInRefused('The response of the issuer is not good', { cause });
      }
    },

    /**
     * Where the issuer ends its own session and leads the browser back; undefined when it has no such address.
     * @throws IssuerUnavailable
     */
    async endSessionUrl(returnTo: string): Promise<URL | undefined> {
      const config = await configuration();
      const { end_session_endpoint: endpoint } = config.serverMetadata();
      if (endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      url.searchParams.set('client_id', clientId);
      url.searchParams.set(returnParameter(issuer), returnTo);
      return url;
    },
  };
}

/** Cognito does not know the parameter of OpenID Connect RP-Initiated Logout 1.0. */
function returnParameter(issuer: string): string {
  return new URL(issuer).hostname.startsWith('cognito-idp.') ? 'logout_uri' : 'post_logout_redirect_uri';
}

/** What makes the issuer ask who one is. Google knows no `login`, and some say which values they know. */
function promptForAnother({ issuer, prompt_values_supported }: oidc.ServerMetadata): string {
  const known = Array.isArray(prompt_values_supported) ? prompt_values_supported : [];
  return known.includes('select_account') || issuer === 'https://accounts.google.com'
    ? 'select_account'
    : 'login';
}

/** Whether the issuer was not reached, or failed on its side; trying again may help. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('status' in error && typeof error.status === 'number') return error.status >= 500;
  if ('code' in error && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT')) return true;
  // As `fetch` tells that it found nobody.
  if (error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause) return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}
