/** Access tokens for keys. The table of all operations is `operations.ts`. */
import { oauthErrorView, oauthMetadataView, revocationForm, tokenForm, tokenView } from '../auth/oauth.ts';
import type { Operation, ResponseHeader, Success } from '../http/operation.ts';

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

export const issueToken = {
  name: 'issueToken',
  folder: 'auth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  scope: null,
  summary: 'Issue an access token for an API key (OAuth 2.0 client credentials)',
  description:
    'The client id is the id of a key, the client secret the whole key; send them as Basic credentials or in the form.',
  form: () => tokenForm,
  success: { status: 200, body: () => tokenView, headers: NO_STORE_HEADERS },
  otherResponses: refusals(
    'The client is unknown, revoked, expired, of a suspended account, or sent a wrong secret.',
  ),
} as const satisfies Operation;

export const revokeToken = {
  name: 'revokeToken',
  folder: 'auth',
  tag: 'oauth',
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  scope: null,
  summary: 'Revoke an access token (RFC 7009)',
  description:
    'The client id is the id of a key, the client secret the whole key; send them as Basic credentials or in the form. A token that is unknown, expired or revoked already is no error.',
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
  folder: 'auth',
  tag: 'oauth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  scope: null,
  summary: 'Describe the OAuth 2.0 endpoints (RFC 8414)',
  success: { status: 200, body: () => oauthMetadataView, headers: ['cache-control'] },
} as const satisfies Operation;
