/**
 * What an app asks for when it sends a person to `GET /oauth/authorize` (RFC 6749, section 4.1.1; RFC 7636; RFC 9207),
 * and what to do about it. As long as it is not known that the app and its redirect URI belong together, nobody is
 * redirected anywhere (RFC 9700, section 4.11).
 */
import * as z from 'zod';
import type { App } from '../apps/app.ts';
import { isRegisteredRedirectUri } from '../apps/redirect-uri.ts';
import { scopes, sortScopes, type Scope } from '../core/scope.ts';
import { AUTHORIZE_PATH } from '../sign-in/return-target.ts';

/**
 * How often the browser has come here, and where from. A browser sends the cookie of a session (`SameSite=Strict`) only
 * when a page of the service leads it here, so that a page of the service does, before anybody is asked to sign in.
 */
export const authorizeSteps = ['again', 'signed-in', 'last'] as const;
export type AuthorizeStep = (typeof authorizeSteps)[number];

/** A parameter without a value counts as absent (RFC 6749, section 3.1), here as in the form that repeats it. */
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
  redirect_uri: text(2048, 'Where the browser is sent back to: one of the addresses of the app.'),
  scope: text(200, 'Scopes separated by spaces: `ingest`, `read`, `write`; `read` when absent.'),
  state: text(1000, 'What the app gets back as it is.'),
  code_challenge: text(200, 'Base64url of the SHA-256 of the code verifier (RFC 7636).'),
  code_challenge_method: text(50, '`S256`.'),
  response_mode: text(50, '`query`, or nothing.'),
  client_secret: text(200, 'A secret does not belong in an address: the request is refused.'),
};

/**
 * The query of `GET /oauth/authorize`. Parameters that nobody here knows are ignored (RFC 6749, section 3.1); what names
 * no app is no such request.
 */
export const authorizeQuery = z
  .looseObject({
    ...parameters,
    svc_step: z
      .enum(authorizeSteps)
      .optional()
      .describe('Set by the service itself when it leads a browser here again.'),
  })
  .superRefine((query, context) => {
    const keys = Object.keys(query).filter((name) => !(name in parameters) && name !== 'svc_step');
    if (query.client_id === undefined && keys.length > 0)
      context.addIssue({ code: 'unrecognized_keys', keys, input: query });
  });
export type AuthorizeQuery = Partial<Pick<z.output<typeof authorizeQuery>, keyof typeof parameters>>;

/** Form of `POST /oauth/authorize`, which the page with the question sends. */
export const consentForm = z.object({
  decision: z.enum(['allow', 'deny']),
  /** Of the page. */
  token: z.string().max(100),
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2048),
  scope: z.string().max(200),
  state: z.string().max(1000).optional(),
  code_challenge: z.string().max(200),
});

/** A request that a person can be asked about. */
export interface AuthorizeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly code_challenge: string;
  readonly scopes: readonly Scope[];
}

/** An error that the app is told (RFC 6749, section 4.1.2.1). */
export type AuthorizeError =
  'access_denied' | 'invalid_request' | 'invalid_scope' | 'unsupported_response_type';

export type AuthorizeOutcome =
  /** The person is told; the browser goes nowhere. */
  | { readonly kind: 'page'; readonly reason: 'unknown-app' | 'wrong-redirect' }
  /** The app is told. */
  | {
      readonly kind: 'redirect';
      readonly to: AppAddress;
      readonly error: AuthorizeError;
      readonly description: string;
    }
  /** The person is asked. */
  | { readonly kind: 'ask'; readonly request: AuthorizeRequest };

/** Where an app gets its answer. */
export type AppAddress = Pick<AuthorizeRequest, 'redirect_uri' | 'state'>;

/** The challenge of S256: 32 bytes. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Decides about a request, whoever the person is.
 * @param app the app with this client id, if there is one
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
    return refuse('invalid_request', 'The secret of an app does not belong in an address: rotate it.');
  if (query.response_type === undefined) return refuse('invalid_request', 'Send response_type=code.');
  if (query.response_type !== 'code')
    return refuse('unsupported_response_type', 'The response type must be code.');
  if (query.response_mode !== undefined && query.response_mode !== 'query')
    return refuse('invalid_request', 'The response mode must be query.');
  // Without a method RFC 7636 means "plain", which proves nothing to who has seen the request.
  if (!CHALLENGE.test(code_challenge) || query.code_challenge_method !== 'S256')
    return refuse('invalid_request', 'Send a code_challenge with code_challenge_method=S256.');
  const wanted = wantedScopes(query.scope);
  if (!wanted) return refuse('invalid_scope', 'A scope is unknown.');
  return {
    kind: 'ask',
    request: { client_id: app.client_id, redirect_uri, state, code_challenge, scopes: wanted },
  };
}

/** The scopes of a parameter; those of reading when it is absent, undefined when one is unknown. */
function wantedScopes(parameter = ''): readonly Scope[] | undefined {
  const names = parameter.split(' ').filter(Boolean);
  const known = scopes.filter((scope) => names.includes(scope));
  if (!names.every((name) => known.some((scope) => scope === name))) return undefined;
  return names.length === 0 ? ['read'] : sortScopes(known);
}

/** The address of this request on the service, at the next step. */
export function authorizePath(query: AuthorizeQuery, step?: AuthorizeStep): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(parameters)) {
    const value = query[name as keyof typeof parameters];
    if (value !== undefined) search.set(name, value);
  }
  if (step !== undefined) search.set('svc_step', step);
  return `${AUTHORIZE_PATH}?${search.toString()}`;
}

/** The query that asks for the same as a request. */
export const queryOf = ({ scopes: wanted, ...request }: AuthorizeRequest): AuthorizeQuery => ({
  ...request,
  response_type: 'code',
  code_challenge_method: 'S256',
  scope: wanted.join(' '),
});

/**
 * Where the browser takes the answer to the app: its redirect URI as it is, with these parameters (RFC 6749, section
 * 4.1.2; `iss` by RFC 9207, against mix-up).
 */
export function answerAddress(
  { redirect_uri, state }: AppAddress,
  issuer: string,
  answer: { readonly code: string } | { readonly error: AuthorizeError; readonly error_description: string },
): string {
  const search = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${search.toString()}`;
}
