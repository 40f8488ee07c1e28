/** Access tokens for keys. The table of all operations is `operations.ts`. */
import { oauthErrorView, oauthMetadataView, revocationForm, tokenForm, tokenView } from '../auth/oauth.ts';
import type { Operation } from '../http/operation.ts';

/** Headers of every response of the OAuth endpoints (RFC 6749, section 5.1). */
const NO_STORE_HEADERS = ['cache-control', 'pragma'] as const;

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
  otherResponses: [
    {
      status: 400,
      when: 'The request is refused (RFC 6749, section 5.2).',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 401,
      when: 'The client is unknown, revoked, expired, of a suspended account, or sent a wrong secret.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'www-authenticate'],
    },
    {
      status: 413,
      when: 'The body is above 8 KB; it is not parsed.',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 415,
      when: 'The body is compressed in a way that is not supported.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'accept-encoding'],
    },
  ],
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
  otherResponses: [
    {
      status: 400,
      when: 'The request is refused (RFC 6749, section 5.2).',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 401,
      when: 'The client is unknown, revoked, expired or sent a wrong secret.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'www-authenticate'],
    },
    {
      status: 413,
      when: 'The body is above 8 KB; it is not parsed.',
      body: () => oauthErrorView,
      headers: NO_STORE_HEADERS,
    },
    {
      status: 415,
      when: 'The body is compressed in a way that is not supported.',
      body: () => oauthErrorView,
      headers: [...NO_STORE_HEADERS, 'accept-encoding'],
    },
  ],
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
