/**
 * Declares the OAuth operations, which authorize apps and issue access tokens to keys and apps.
 * `api/operations.ts` lists all operations.
 */
import {
  oauthErrorView,
  oauthMetadataView,
  protectedResourceView,
  revocationForm,
  tokenForm,
  tokenView,
} from './oauth.ts';
import { MCP_METADATA_PATH } from '../../core/web/mcp-resource.ts';
import { anyQuery, authorizeQuery, consentForm } from '../authorize-request.ts';
import type { Operation, ResponseHeader, Success } from '../../http/operation.ts';

/** Headers of all responses from the OAuth endpoints (RFC 6749, section 5.1). */
const NO_STORE_HEADERS = ['pragma'] as const;

/** Describes an OAuth error response (RFC 6749, section 5.2). */
const refusal = (status: number, when: string, ...headers: readonly ResponseHeader[]): Success => ({
  status,
  when,
  body: () => oauthErrorView,
  headers: [...NO_STORE_HEADERS, ...headers],
});

/**
 * Lists the error responses that an endpoint returns to clients.
 * @param unauthorized description of the error for unauthorized clients, which differs between endpoints
 */
const refusals = (unauthorized: string) => [
  refusal(400, 'The request was rejected (RFC 6749, section 5.2), for example because its URL has a query.'),
  refusal(401, unauthorized, 'www-authenticate'),
  refusal(413, 'The body is larger than 8 KB.'),
  refusal(415, 'The body uses an unsupported compression format.', 'accept-encoding'),
];

/** Headers of the consent pages, which must not be cached because each is specific to one request. */
const CONSENT_PAGE_HEADERS = [
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'vary',
] as const;
/** Headers of a redirect to the app. The URL contains the authorization response. */
const ANSWER_HEADERS = ['location', 'referrer-policy', 'vary'] as const;

const page = (status: number, when: string): Success => ({
  status,
  when,
  media: ['text/html'],
  headers: CONSENT_PAGE_HEADERS,
});

export const askConsent = {
  name: 'askConsent',
  folder: 'connections',
  tag: 'oauth',
  method: 'GET',
  path: '/oauth/authorize',
  access: 'public',
  sameOriginOnly: true,
  scope: null,
  hasOauthErrors: true,
  summary: 'Ask a member whether to authorize an app (OAuth 2.0 authorization code)',
  description:
    "An app redirects a person's browser to this URL. People who aren't signed in are asked to sign in first. PKCE with S256 is required, and the redirect URI must be registered for the app. Unknown parameters are ignored. If the app or its redirect URI is unknown, the browser is not redirected. All other errors are returned to the redirect URI with `error`, `state` and `iss`.",
  query: () => authorizeQuery,
  success: page(200, 'The consent page, or a page that leads to it.'),
  otherResponses: [
    {
      status: 302,
      when: 'The browser is redirected to the sign-in page, or back to the app with an error.',
      headers: ANSWER_HEADERS,
    },
    page(400, 'The app or its redirect URI is unknown, or a parameter is invalid or occurs twice.'),
    page(401, "The person is not signed in, or the browser doesn't accept cookies."),
  ],
  pages: true,
  problems: ['forbidden', 'account-suspended'],
} as const satisfies Operation;

export const answerConsent = {
  name: 'answerConsent',
  folder: 'connections',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/authorize',
  access: 'public',
  sameOriginOnly: true,
  scope: null,
  hasOauthErrors: true,
  summary: 'Authorize an app or deny it, and redirect the browser back to the app',
  description:
    'Receives the form on the consent page. With `forms=chosen`, the app gets only the forms whose IDs are sent as parameters. The `Origin` header must be the service itself, and `token` must belong to the session and the consent request. The app gets a `code` that is valid for 60 seconds, its `state` and the `iss` of this service (RFC 9207), or the error `access_denied`.',
  query: () => anyQuery,
  form: () => consentForm,
  success: { status: 303, when: 'The browser is redirected back to the app.', headers: ANSWER_HEADERS },
  otherResponses: [page(400, 'The app or its redirect URI no longer exists, or no form was chosen.')],
  pages: true,
  problems: ['forbidden', 'account-suspended'],
} as const satisfies Operation;

export const issueToken = {
  name: 'issueToken',
  folder: 'connections/oauth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  scope: null,
  hasOauthErrors: true,
  summary: 'Issue an access token for an API key, or the tokens of a connection for an app',
  description:
    'To authenticate with an API key, use its ID as the client ID and the whole key as the client secret. Apps use their own client ID and secret. Send both as Basic credentials or in the form; a public app sends only its client ID. For a key, the grant type is `client_credentials`. An app first uses `authorization_code` to exchange a code for a one-hour access token and a refresh token. It then uses `refresh_token` to get new ones. A refresh token can be used once. For one minute after that, it returns the same successor again; using it later ends the connection. Using a code twice also ends the connection.',
  form: () => tokenForm,
  success: { status: 200, body: () => tokenView, headers: NO_STORE_HEADERS },
  otherResponses: refusals(
    'The client is unknown, revoked or expired, its account is suspended, or its secret is wrong.',
  ),
} as const satisfies Operation;

export const revokeToken = {
  name: 'revokeToken',
  folder: 'connections/oauth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  scope: null,
  hasOauthErrors: true,
  summary: 'Revoke an access token, or a refresh token with its connection (RFC 7009)',
  description:
    'Authenticate the client as for `POST /oauth/token`. Revoking a refresh token ends its connection. Revoking a token that is unknown, expired or already revoked is not an error.',
  form: () => revocationForm,
  success: {
    status: 200,
    when: 'The token is no longer valid. There is no body.',
    headers: NO_STORE_HEADERS,
  },
  otherResponses: refusals('The client is unknown, revoked or expired, or its secret is wrong.'),
} as const satisfies Operation;

export const getOauthMetadata = {
  name: 'getOauthMetadata',
  folder: 'connections/oauth',
  tag: 'oauth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  scope: null,
  summary: 'Describe the OAuth 2.0 endpoints (RFC 8414)',
  success: { status: 200, body: () => oauthMetadataView },
} as const satisfies Operation;

export const getProtectedResource = {
  name: 'getProtectedResource',
  folder: 'connections/oauth',
  tag: 'oauth',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  alsoAt: [
    {
      name: 'getProtectedResourceOfMcp',
      path: MCP_METADATA_PATH,
      summary: 'Describe the MCP endpoint, at the path for this endpoint (RFC 9728)',
    },
  ],
  access: 'public',
  scope: null,
  summary: 'Describe the MCP endpoint to OAuth clients (RFC 9728)',
  success: { status: 200, body: () => protectedResourceView },
} as const satisfies Operation;
