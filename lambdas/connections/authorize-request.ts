/**
 * Validates authorization requests, which apps make by sending users to `GET /oauth/authorize` (RFC 6749,
 * section 4.1.1; RFC 7636; RFC 8707; RFC 9207). Never redirects to the app before checking that the redirect URI is
 * registered for it (RFC 9700, section 4.11).
 */
import * as z from 'zod';
import { isRegisteredRedirectUri } from '../apps/redirect-uri.ts';
import { isClientDocumentUrl, MAX_CLIENT_ID_LENGTH } from '../core/web/client-document-url.ts';
import { isFormId } from '../core/ids.ts';
import { mcpResource, UNKNOWN_RESOURCE } from '../core/web/mcp-resource.ts';
import { scopes, sortScopes, type Scope } from '../core/scope.ts';
import { AUTHORIZE_PATH } from '../sign-in/return-target.ts';

/**
 * Steps of an authorization request that arrives without a session cookie. Browsers only send the cookie
 * (`SameSite=Strict`) with requests from the service's own pages, so one of these pages first redirects the
 * browser back to the consent page. If the cookie is still missing, the service asks the user to sign in.
 */
export const authorizeSteps = ['again', 'signed-in', 'last'] as const;
export type AuthorizeStep = (typeof authorizeSteps)[number];

/**
 * Returns the schema of a text parameter. A parameter without a value counts as absent (RFC 6749, section 3.1), in the
 * query as well as in the consent form, which repeats the query's parameters.
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
  client_id: text(MAX_CLIENT_ID_LENGTH, "The app's ID, or the https URL of its metadata document."),
  redirect_uri: text(
    2048,
    "Where to redirect the browser afterwards. Must be one of the app's redirect URIs.",
  ),
  scope: text(200, 'Scopes separated by spaces: `ingest`, `read`, `write`. Defaults to `read`.'),
  state: text(1000, 'Returned to the app unchanged.'),
  resource: text(
    2048,
    "What the app's tokens are for: `{base_url}/mcp`, exactly as written in the metadata (RFC 8707). Defaults to the API.",
  ),
  code_challenge: text(200, 'SHA-256 of the code verifier, in base64url (RFC 7636).'),
  code_challenge_method: text(50, '`S256`.'),
  response_mode: text(50, '`query`, which is also the default.'),
  client_secret: text(
    200,
    'Not allowed, because a secret must not be part of a URL. The request is rejected.',
  ),
};

/** Query parameters of `GET /oauth/authorize`. Unknown parameters are ignored (RFC 6749, section 3.1). */
export const authorizeQuery = z.looseObject({
  ...parameters,
  svc_step: z
    .enum(authorizeSteps)
    .optional()
    .describe('Set by the service when it redirects a browser back here.'),
});
/**
 * Query parameters of `POST /oauth/authorize`. The endpoint has no query parameters and ignores any that are
 * sent.
 */
export const anyQuery = z.looseObject({});

export type AuthorizeQuery = Partial<Pick<z.output<typeof authorizeQuery>, keyof typeof parameters>>;

/** Maximum number of forms that a member can choose from. */
export const MAX_CHOICES = 100;

/**
 * The form data that the consent page sends to `POST /oauth/authorize`. Contains the id of each form that the member
 * chose, both as the name and as the value of a field.
 */
export const consentForm = z
  .object({
    decision: z.enum(['allow', 'deny']),
    /** The consent page's token. */
    token: z.string().max(100),
    client_id: z.string().max(MAX_CLIENT_ID_LENGTH),
    redirect_uri: z.string().max(2048),
    scope: z.string().max(200),
    state: z.string().max(1000).optional(),
    resource: z.string().max(2048).optional(),
    code_challenge: z.string().max(200),
    /**
     * Whether the app gets all forms that the member can access, or only the chosen ones. If absent, the app gets the
     * chosen forms, or all forms if none were chosen.
     */
    forms: z.enum(['all', 'chosen']).optional(),
  })
  .catchall(z.string().max(20));

/**
 * Returns the ids of the forms that the member chose for the app, or undefined if the app gets all forms that the
 * member can access.
 */
export function chosenForms(sent: z.output<typeof consentForm>): string[] | undefined {
  if (sent.forms === 'all') return undefined;
  const ids = Object.keys(sent).filter(isFormId);
  return sent.forms === undefined && ids.length === 0 ? undefined : ids;
}

/** An app that asks for consent. It is either registered or describes itself in a metadata document. */
export interface ClientApp {
  readonly client_id: string;
  /** An account id or `INSTALLATION`. */
  readonly owner: string;
  readonly name: string;
  readonly logo_url?: string | undefined;
  readonly redirect_uris: readonly string[];
  /** Set if the client id is the URL of a document. In that case, the app's name isn't verified. */
  readonly isSelfDescribed?: true;
}

/** A valid authorization request, which can be shown to the user. */
export interface AuthorizeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string | undefined;
  /** The resource that the app's tokens are bound to. Undefined for the API. */
  readonly resource: string | undefined;
  readonly code_challenge: string;
  readonly scopes: readonly Scope[];
}

/** An error to return to the app (RFC 6749, section 4.1.2.1). */
export type AuthorizeError =
  'access_denied' | 'invalid_request' | 'invalid_scope' | 'invalid_target' | 'unsupported_response_type';

export type AuthorizeOutcome =
  /** Show an error to the user without redirecting to the app. */
  | { readonly kind: 'page'; readonly reason: 'unknown-app' | 'unreadable-app' | 'wrong-redirect' }
  /** Redirect to the app with an error. */
  | {
      readonly kind: 'redirect';
      readonly to: AppAddress;
      readonly error: AuthorizeError;
      readonly description: string;
    }
  /** Ask the user for consent. */
  | { readonly kind: 'ask'; readonly request: AuthorizeRequest };

/** Where to redirect the response to the app. */
export type AppAddress = Pick<AuthorizeRequest, 'redirect_uri' | 'state'>;

/** Matches an S256 code challenge, the base64url encoding of 32 bytes. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Decides how to handle an authorization request before the user is identified.
 * @param app the app with the request's client id, if it exists
 * @param baseUrl base URL of the service
 */
export function checkAuthorizeRequest(
  query: AuthorizeQuery,
  app: Pick<ClientApp, 'client_id' | 'redirect_uris'> | undefined,
  baseUrl: string,
): AuthorizeOutcome {
  const { redirect_uri = '', state, resource, code_challenge = '' } = query;
  if (!app)
    return {
      kind: 'page',
      reason: isClientDocumentUrl(query.client_id ?? '') ? 'unreadable-app' : 'unknown-app',
    };
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
  // Require the method S256. RFC 7636 defaults to "plain", which doesn't protect against attackers who have seen the
  // authorization request.
  if (!CHALLENGE.test(code_challenge) || query.code_challenge_method !== 'S256')
    return refuse('invalid_request', 'Send a code_challenge with code_challenge_method=S256.');
  if (resource !== undefined && resource !== mcpResource(baseUrl))
    return refuse('invalid_target', UNKNOWN_RESOURCE);
  const wanted = wantedScopes(query.scope);
  if (!wanted)
    return refuse(
      'invalid_scope',
      'The scope contains an unknown value. Valid scopes are ingest, read and write.',
    );
  return {
    kind: 'ask',
    request: { client_id: app.client_id, redirect_uri, state, resource, code_challenge, scopes: wanted },
  };
}

/** Parses the scopes in a parameter, which defaults to `read`. Returns undefined if a scope is unknown. */
function wantedScopes(parameter = ''): readonly Scope[] | undefined {
  const names = parameter.split(' ').filter(Boolean);
  const known = scopes.filter((scope) => names.includes(scope));
  if (!names.every((name) => known.some((scope) => scope === name))) return undefined;
  return names.length === 0 ? ['read'] : sortScopes(known);
}

/** Returns the path of the authorization page for this request and step. */
export function authorizePath(query: AuthorizeQuery, step?: AuthorizeStep): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(parameters)) {
    const value = query[name as keyof typeof parameters];
    if (value !== undefined) search.set(name, value);
  }
  if (step !== undefined) search.set('svc_step', step);
  return `${AUTHORIZE_PATH}?${search.toString()}`;
}

/** Converts an authorization request back to its query parameters. */
export const queryOf = ({ scopes: wanted, ...request }: AuthorizeRequest): AuthorizeQuery => ({
  ...request,
  response_type: 'code',
  code_challenge_method: 'S256',
  scope: wanted.join(' '),
});

/**
 * Returns the URL that passes the response to the app: the redirect URI with the response's parameters added (RFC 6749,
 * section 4.1.2). `iss` protects against mix-up attacks (RFC 9207).
 */
export function answerAddress(
  { redirect_uri, state }: AppAddress,
  issuer: string,
  answer: { readonly code: string } | { readonly error: AuthorizeError; readonly error_description: string },
): string {
  const search = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${search.toString()}`;
}
