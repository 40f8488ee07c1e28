/** The keys of an account. The table of all operations is `operations.ts`. */
import { apiKeyInput, apiKeyView, apiKeyViewWithKey, revocationQuery } from './api-key.ts';
import { pageQuery } from '../core/pagination.ts';
import type { Operation } from '../http/operation.ts';

export const createApiKey = {
  name: 'createApiKey',
  folder: 'auth',
  tag: 'api-keys',
  method: 'POST',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  summary: 'Create an API key; only this response holds it',
  description:
    'A key is never minted with a scope that its maker lacks, nor to outlive the key that mints it. Without `expires_at` it expires with that key, if that one does.',
  body: () => apiKeyInput,
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 201, body: () => apiKeyViewWithKey, headers: ['cache-control'] },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const listApiKeys = {
  name: 'listApiKeys',
  folder: 'auth',
  tag: 'api-keys',
  method: 'GET',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  summary: 'List the API keys of the account, newest first, without the keys themselves',
  query: () => pageQuery,
  follows: [],
  success: { status: 200, body: () => apiKeyView, list: true },
} as const satisfies Operation;

export const revokeApiKey = {
  name: 'revokeApiKey',
  folder: 'auth',
  tag: 'api-keys',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Revoke an API key, at once',
  query: () => revocationQuery,
  description:
    'With `cascade=true` also every key that it minted, and those that they minted, and so on; without it they live on. The last management key of the account that has the scope `admin` and does not expire cannot be revoked: then nothing changes.',
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;
