/** Client for the OpenID Connect issuer that users sign in with. */
import * as oidc from 'openid-client';
import * as z from 'zod';
import { CLOCK_TOLERANCE, issuerClaims, lacksEmail, type IssuerClaims } from './issuer-claims.ts';
import { isInTheClear } from './issuer-address.ts';
import type { Transaction } from './transaction.ts';

/**
 * Timeout for each response from the issuer, in seconds. A sign-in sends up to four requests to the issuer,
 * which together must take less than API Gateway's timeout of 30 s.
 */
const TIMEOUT_SECONDS = 6;

export interface IssuerConfig {
  readonly issuer: string;
  readonly clientId: string;
  /**
   * Reads the client secret, which authenticates the service at the token endpoint (`client_secret_basic`).
   * Undefined for a public client.
   */
  readonly clientSecret?: (() => Promise<string>) | undefined;
  /** URL on this service that the issuer redirects browsers to. */
  readonly redirectUri: string;
}

/** Thrown if the issuer doesn't respond in time or its response isn't valid OpenID Connect. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable' as const;
}

/** Thrown if the issuer rejects the sign-in, or if its response or token is invalid. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused' as const;
  readonly isByIssuer: boolean;
  constructor(message: string, options: { readonly isByIssuer: boolean; readonly cause: unknown }) {
    super(message, options);
    this.isByIssuer = options.isByIssuer;
  }
}

export interface TokenClaims {
  readonly token: IssuerClaims;
  /** User info from the issuer. Undefined if the ID token contains all that is needed. */
  readonly userInfo: IssuerClaims | undefined;
}

export type IssuerClient = ReturnType<typeof issuerClient>;

/**
 * Creates a client for the issuer. Loads the client secret and the issuer's metadata and keys on demand, and
 * loads them again after a failure.
 */
export function issuerClient({ issuer, clientId, clientSecret, redirectUri }: IssuerConfig) {
  let discovered: Promise<oidc.Configuration> | undefined;

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined;
      if (cause instanceof IssuerUnavailable) throw cause;
      throw new IssuerUnavailable(`Could not reach the issuer ${issuer}`, { cause });
    });
    return discovered;
  }

  async function authentication(): Promise<oidc.ClientAuth> {
    if (!clientSecret) return oidc.None();
    const secret = await clientSecret().catch((cause: unknown) => {
      throw new IssuerUnavailable('Could not read the client secret', { cause });
    });
    return oidc.ClientSecretBasic(secret);
  }

  async function discover(): Promise<oidc.Configuration> {
    // By default, the library doesn't verify ID tokens that come directly from the token endpoint. This
    // option enables verification.
    const execute = [oidc.enableNonRepudiationChecks];
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is deprecated only as a warning, and http is only used on this machine
    if (isInTheClear(issuer)) execute.push(oidc.allowInsecureRequests);
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE };
    return oidc.discovery(new URL(issuer), clientId, client, await authentication(), {
      timeout: TIMEOUT_SECONDS,
      execute,
    });
  }

  return {
    /**
     * Returns the URL of the issuer's sign-in page.
     * @param options.asAnother whether the issuer should ask who the user is, even if someone is already
     *   signed in
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
     * Redeems the authorization code in the issuer's response. Checks the response and the ID token as
     * required by OpenID Connect Core 1.0, section 3.1.3.7, and RFC 9207.
     * @param query from the request to the redirect URI
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
        // The client secret might have been rotated, so read it again for the next sign-in.
        if (refusesClient(cause)) discovered = undefined;
        const isByIssuer = failure.safeParse(cause).data?.name === 'AuthorizationResponseError';
        throw new SignInRefused("The issuer's response is invalid", { isByIssuer, cause });
      }
    },

    /**
     * Returns the issuer's logout URL, which ends the issuer's session and redirects the browser back.
     * Returns undefined if the issuer has no such URL.
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

/**
 * Returns the name of the parameter for the return URL. Cognito doesn't support the name from OpenID Connect
 * RP-Initiated Logout 1.0.
 */
function returnParameter(issuer: string): string {
  return new URL(issuer).hostname.startsWith('cognito-idp.') ? 'logout_uri' : 'post_logout_redirect_uri';
}

/**
 * Returns the `prompt` value that makes the issuer ask who the user is. Google doesn't support `login`, and
 * some issuers list the values they support.
 */
function promptForAnother({ issuer, prompt_values_supported }: oidc.ServerMetadata): string {
  const known = Array.isArray(prompt_values_supported) ? prompt_values_supported : [];
  return known.includes('select_account') || issuer === 'https://accounts.google.com'
    ? 'select_account'
    : 'login';
}

/**
 * Schema of errors from the library or `fetch`. `instanceof` isn't reliable, because the error's class may
 * come from another realm.
 */
const failure = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  /** The issuer's error code. */
  error: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  cause: z.unknown().optional(),
});

const OUTAGE_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];
/** Error codes that issuers use for an outage (RFC 6749, section 4.1.2.1). */
const OUTAGE_ERRORS = ['server_error', 'temporarily_unavailable'];

/** Returns true if the issuer didn't accept the client's authentication (RFC 6749, section 5.2). */
function refusesClient(thrown: unknown): boolean {
  const { data } = failure.safeParse(thrown);
  return data?.error === 'invalid_client' || data?.status === 401;
}

/** Returns true if the issuer could not be reached or failed internally, so that a retry may help. */
function isOutage(thrown: unknown): boolean {
  const { data } = failure.safeParse(thrown);
  if (!data) return false;
  const { name, code = '', error = '', status = 0 } = data;
  const cause = failure.safeParse(data.cause).data;
  // If `fetch` can't connect, it throws a TypeError whose cause has a code. If a response has an unexpected
  // status, the library throws an error whose cause is the response.
  const isUnreached = name === 'TypeError' && cause?.code !== undefined;
  return (
    isUnreached ||
    OUTAGE_CODES.includes(code) ||
    OUTAGE_ERRORS.includes(error) ||
    Math.max(status, cause?.status ?? 0) >= 500
  );
}

/**
 * Returns an error's description for the log. The description contains only the library's messages, which
 * never include the issuer's data.
 */
export function explanationOf(thrown: unknown): string {
  const { data } = failure.safeParse(thrown);
  if (!data) return '';
  const own = [data.message, data.error ?? ''].filter((text) => text !== '').join(' ');
  return [own, explanationOf(data.cause)]
    .filter((text) => text !== '')
    .join(': ')
    .slice(0, 500);
}
