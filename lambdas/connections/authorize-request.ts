/**
 * Checks what an app requests when it sends a person to `GET /oauth/authorize` (RFC 6749, section 4.1.1; RFC
 * 7636; RFC 9207). Until it is known that the redirect URI belongs to the app, nobody is redirected (RFC
 * 9700, section 4.11).
 */
import * as z from 'zod';
import type { App } from '../apps/app.ts';
import { isRegisteredRedirectUri } from '../apps/redirect-uri.ts';
import { scopes, sortScopes, type Scope } from '../core/scope.ts';
import { AUTHORIZE_PATH } from '../sign-in/return-target.ts';

/**
 * How many times, and from where, the browser has come here. Browsers send the session cookie
 * (`SameSite=Strict`) only when a page of the service leads them here. So such a page is shown first, before
 * anyone is asked to sign in.
 */
export const authorizeSteps = ['again', 'signed-in', 'last'] as const;
export type AuthorizeStep = (typeof authorizeSteps)[number];

/**
 * A parameter without a value counts as absent (RFC 6749, section 3.1), both here and in the form that
 * repeats it.
 */
const text = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .optional()
    .describe(description)
    .transform((value) => (value === '' ? undefined : value));

const parameters = {
  response_type: text(50, '`code`.'),
  client_id: text(100, 'The app.'),
  redirect_uri: text(
    2048,
    "Where to redirect the browser afterwards. Must be one of the app's redirect URIs.",
  ),
  scope: text(200, 'Scopes separated by spaces: `ingest`, `read`, `write`. Defaults to `read`.'),
  state: text(1000, 'Returned to the app unchanged.'),
  code_challenge: text(200, 'SHA-256 of the code verifier, in base64url (RFC 7636).'),
  code_challenge_method: text(50, '`S256`.'),
  response_mode: text(50, '`query`, which is also the default.'),
  client_secret: text(
    200,
    'Not allowed, because a secret must not be part of a URL. The request is rejected.',
  ),
};

/**
 * Query of `GET /oauth/authorize`. Unknown parameters are ignored (RFC 6749, section 3.1). A query that names
 * no app is invalid.
 */
export const authorizeQuery = z
  .looseObject({
    ...parameters,
    svc_step: z
      .enum(authorizeSteps)
      .optional()
      .describe('Set by the service when it redirects a browser back here.'),
  })
  .superRefine((query, context) => {
    const keys = Object.keys(query).filter((name) => !(name in parameters) && name !== 'svc_step');
    if (query.client_id === undefined && keys.length > 0)
      context.addIssue({ code: 'unrecognized_keys', keys, input: query });
  });
export type AuthorizeQuery = Partial<Pick<z.output<typeof authorizeQuery>, keyof typeof parameters>>;

/** Form of `POST /oauth/authorize`, sent by the page with the question. */
export const consentForm = z.object({
  decision: z.enum(['allow', 'deny']),
  /** Token of the page. */
  token: z.string().max(100),
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2048),
  scope: z.string().max(200),
  state: z.string().max(1000).optional(),
  code_challenge: z.string().max(200),
});

/** A valid request to ask a person about. */
export interface AuthorizeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly code_challenge: string;
  readonly scopes: readonly Scope[];
}

/** An error that is returned to the app (RFC 6749, section 4.1.2.1). */
export type AuthorizeError =
  'access_denied' | 'invalid_request' | 'invalid_scope' | 'unsupported_response_type';

export type AuthorizeOutcome =
  /** Shows an error to the person, without a redirect. */
  | { readonly kind: 'page'; readonly reason: 'unknown-app' | 'wrong-redirect' }
  /** Returns an error to the app. */
  | {
      readonly kind: 'redirect';
      readonly to: AppAddress;
      readonly error: AuthorizeError;
      readonly description: string;
    }
  /** Asks the person. */
  | { readonly kind: 'ask'; readonly request: AuthorizeRequest };

/** Where to send the answer for the app. */
export type AppAddress = Pick<AuthorizeRequest, 'redirect_uri' | 'state'>;

/** An S256 challenge: 32 bytes. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Decides how to handle a request, independent of the person.
 * @param app the app with this client id, if it exists
 */
export function checkAuthorizeRequest(query: AuthorizeQuery, app: App | undefined): AuthorizeOutcome {
  const { redirect_uri = '', state, code_challenge = '' } = query;
  if (!app) return { kind: 'page', reason: 'unknown-app' };
  if (!isRegisteredRedirectUri(app.redirect_uris, redirect_uri))
    return { kind: 'page', reason: 'wrong-redirect' };
  const refuse = (error: AuthorizeError, description: string): AuthorizeOutcome => ({
    kind: 'redirect',
    to: { redirect_uri, state },
    error,
    description,
  });
  if (query.client_secret !== undefined)
    return refuse('invalid_request', "The app's secret must not be part of a URL. Rotate the secret.");
  if (query.response_type === undefined) return refuse('invalid_request', 'Send response_type=code.');
  if (query.response_type !== 'code')
    return refuse('unsupported_response_type', 'The response_type must be code.');
  if (query.response_mode !== undefined && query.response_mode !== 'query')
    return refuse('invalid_request', 'The response_mode must be query.');
  // Without a method, RFC 7636 defaults to "plain", which proves nothing to someone who has seen the request.
  if (!CHALLENGE.test(code_challenge) || query.code_challenge_method !== 'S256')
    return refuse('invalid_request', 'Send a code_challenge with code_challenge_method=S256.');
  const wanted = wantedScopes(query.scope);
  if (!wanted)
    return refuse(
      'invalid_scope',
      'The scope contains an unknown value. Valid scopes are ingest, read and write.',
    );
  return {
    kind: 'ask',
    request: { client_id: app.client_id, redirect_uri, state, code_challenge, scopes: wanted },
  };
}

/** Returns the scopes of a parameter; `read` if it is absent, undefined if one is unknown. */
function wantedScopes(parameter = ''): readonly Scope[] | undefined {
  const names = parameter.split(' ').filter(Boolean);
  const known = scopes.filter((scope) => names.includes(scope));
  if (!names.every((name) => known.some((scope) => scope === name))) return undefined;
  return names.length === 0 ? ['read'] : sortScopes(known);
}

/** Returns the path of this request on the service, at the next step. */
export function authorizePath(query: AuthorizeQuery, step?: AuthorizeStep): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(parameters)) {
    const value = query[name as keyof typeof parameters];
    if (value !== undefined) search.set(name, value);
  }
  if (step !== undefined) search.set('svc_step', step);
  return `${AUTHORIZE_PATH}?${search.toString()}`;
}

/** Returns the query that repeats a request. */
export const queryOf = ({ scopes: wanted, ...request }: AuthorizeRequest): AuthorizeQuery => ({
  ...request,
  response_type: 'code',
  code_challenge_method: 'S256',
  scope: wanted.join(' '),
});

/**
 * Returns the URL that takes the answer to the app: its redirect URI with these parameters added (RFC 6749,
 * section 4.1.2; `iss` by RFC 9207, against mix-up attacks).
 */
export function answerAddress(
  { redirect_uri, state }: AppAddress,
  issuer: string,
  answer: { readonly code: string } | { readonly error: AuthorizeError; readonly error_description: string },
): string {
  const search = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${search.toString()}`;
}
