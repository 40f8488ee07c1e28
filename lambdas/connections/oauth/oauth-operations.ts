/** Access tokens for keys and for apps, and letting apps in. The table of all operations is `operations.ts`. */
import { oauthErrorView, oauthMetadataView, revocationForm, tokenForm, tokenView } from './oauth.ts';
import { authorizeQuery, consentForm } from '../authorize-request.ts';
import type { Operation, ResponseHeader, Success } from '../../http/operation.ts';

/** Headers of every response of the OAuth endpoints (RFC 6749, section 5.1). */
const NO_STORE_HEADERS = ['cache-control', 'pragma'] as const;

/** A refusal, in the shape that RFC 6749, section 5.2, gives it. */
const refusal = (status: number, when: string, ...headers: readonly ResponseHeader[]): Success => ({
  status,
  when,
  body: () => oauthErrorView,
  headers: [...NO_STORE_HEADERS, ...headers],
});

/** The refusals of each endpoint for clients; what makes a client unauthorized is its own. */
const refusals = (unauthorized: string) => [
  refusal(400, 'The request is refused (RFC 6749, section 5.2).'),
  refusal(401, unauthorized, 'www-authenticate'),
  refusal(413, 'The body is above 8 KB; it is not parsed.'),
  refusal(415, 'The body is compressed in a way that is not supported.', 'accept-encoding'),
];

/** Pages of people, which are about one request of an app. */
const CONSENT_PAGE_HEADERS = [
  'cache-control',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
] as const;
/** The answer for the app, in the address of a redirect. */
const ANSWER_HEADERS = ['cache-control', 'location', 'referrer-policy', 'vary'] as const;

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
  scope: null,
  summary: 'Ask a member whether to let an app in (OAuth 2.0 authorization code)',
  description:
    'An app sends the browser of a person here. Whoever is not signed in signs in first. PKCE with S256 is needed, and the redirect URI must be one of the app. Parameters that are not known here are ignored. As long as the app or its redirect URI is unknown, nobody is redirected; every other error goes to the redirect URI with `error`, `state` and `iss`.',
  query: () => authorizeQuery,
  success: page(200, 'The page with the question, or one that leads to it.'),
  otherResponses: [
    {
      status: 302,
      when: 'The browser is sent to sign in, or back to the app with an error.',
      headers: ANSWER_HEADERS,
    },
    page(400, 'The app or its redirect URI is unknown.'),
    page(401, 'The person is not signed in, or the browser accepts no cookies.'),
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
  scope: null,
  summary: 'Let an app in, or not, and send the browser back to it',
  description:
    'The form of the page with the question, whose `Origin` must be the service itself and whose `token` is of the session and the question. The app gets a `code`, which lives for 60 seconds, with its `state` and the `iss` of this service (RFC 9207); or the error `access_denied`.',
  form: () => consentForm,
  success: { status: 303, when: 'The browser is sent back to the app.', headers: ANSWER_HEADERS },
  otherResponses: [page(400, 'The app or its redirect URI is unknown by now.')],
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
  summary: 'Issue an access token for an API key, or the tokens of a connection for an app',
  description:
    'The client id is the id of a key, the client secret the whole key; or they are those of an app. Send them as Basic credentials or in the form; a public app sends its id only. A key gets its token with `client_credentials`. An app redeems a code with `authorization_code`, and gets an access token of one hour and a refresh token; with `refresh_token` it gets the next two. A refresh token is good once: for a minute after that it leads to the same successor, later its use ends the connection. So does a second use of a code.',
  form: () => tokenForm,
  success: { status: 200, body: () => tokenView, headers: NO_STORE_HEADERS },
  otherResponses: refusals(
    'The client is unknown, revoked, expired, of a suspended account, or sent a wrong secret.',
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
  summary: 'Revoke an access token, or a refresh token with its connection (RFC 7009)',
  description:
    'The client authenticates as at `POST /oauth/token`. With a refresh token the connection ends. A token that is unknown, expired or revoked already is no error.',
  form: () => revocationForm,
  success: {
    status: 200,
    when: 'The token is not valid any more; there is no body.',
    headers: NO_STORE_HEADERS,
  },
  otherResponses: refusals('The client is unknown, revoked, expired or sent a wrong secret.'),
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
  success: { status: 200, body: () => oauthMetadataView, headers: ['cache-control'] },
} as const satisfies Operation;
