/** Defines the named schemas for API keys and OAuth. */
import { apiKeyInput, apiKeyView, apiKeyViewWithKey, rollInput } from '../../../auth/keys/api-key.ts';
import { consentForm } from '../../../connections/authorize-request.ts';
import {
  oauthErrorView,
  oauthMetadata,
  oauthMetadataView,
  protectedResource,
  protectedResourceView,
  revocationForm,
  tokenForm,
  tokenView,
} from '../../../connections/oauth/oauth.ts';
import { CREATED_AT, KEY_ID, RECEIVED_AT } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const keyExample = {
  id: KEY_ID,
  type: 'management' as const,
  name: 'CI',
  scopes: ['read' as const, 'write' as const],
  prefix: 'svc_mgmt_4fT9xQa',
  created_at: CREATED_AT,
  created_by: null,
  expires_at: null,
  last_used_at: RECEIVED_AT,
  revoked_at: null,
  replaced_by: null,
};
const KEY = '<API_KEY>';

export const keySchemas = [
  requestSchema('ApiKeyInput', apiKeyInput, 'A key to create.', {
    type: 'management',
    name: 'CI',
    scopes: ['read', 'write'],
    expires_at: '2027-11-02T08:00:00.000Z',
  }),
  requestSchema('ApiKeyRoll', rollInput, 'How to replace a key.', { overlap_seconds: 86_400 }),
  responseSchema('ApiKey', apiKeyView, 'A key. Only its first characters are stored.', keyExample),
  responseSchema(
    'ApiKeyWithKey',
    apiKeyViewWithKey,
    'A new key. The key itself is only shown in this response.',
    {
      ...keyExample,
      last_used_at: null,
      key: KEY,
    },
  ),
  requestSchema('TokenForm', tokenForm, 'A token request (RFC 6749, sections 4.1.3, 4.4.2 and 6).', {
    grant_type: 'client_credentials',
    client_id: KEY_ID,
    client_secret: KEY,
    scope: 'read',
  }),
  requestSchema('ConsentForm', consentForm, "A user's decision about connecting an app.", {
    decision: 'allow',
    token: '<TOKEN_OF_THE_PAGE>',
    client_id: 'app_01JBX6GA9M1ZV2S6R8QF4T7C3N',
    redirect_uri: 'https://platform.example.org/callback',
    scope: 'read write',
    state: 'af0ifjsldkj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    forms: 'all',
  }),
  requestSchema('RevocationForm', revocationForm, 'A token to revoke (RFC 7009).', {
    client_id: KEY_ID,
    client_secret: KEY,
    token: '<ACCESS_TOKEN>',
  }),
  responseSchema(
    'Token',
    tokenView,
    'An access token, which is only shown in this response. Apps also get a refresh token.',
    {
      access_token: '<ACCESS_TOKEN>',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read',
    },
  ),
  responseSchema('OauthError', oauthErrorView, 'An OAuth error response (RFC 6749, section 5.2).', {
    error: 'invalid_scope',
    error_description: "The scope is unknown, or the key doesn't have it.",
  }),
  responseSchema(
    'OauthMetadata',
    oauthMetadataView,
    'Metadata of the OAuth server (RFC 8414).',
    oauthMetadata('https://forms.example.org'),
  ),
  responseSchema(
    'ProtectedResource',
    protectedResourceView,
    'Metadata of the MCP endpoint (RFC 9728).',
    protectedResource('https://forms.example.org'),
  ),
];
