/** Declares the operations for an account's API keys. `api/operations.ts` lists all operations. */
import { apiKeyInput, apiKeyView, apiKeyViewWithKey, revocationQuery, rollInput } from './api-key.ts';
import { pageQuery } from '../../core/web/pagination.ts';
import type { Operation } from '../../http/operation.ts';

export const createApiKey = {
  name: 'createApiKey',
  folder: 'auth/keys',
  tag: 'api-keys',
  method: 'POST',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  neverStored: true,
  summary: 'Create an API key',
  description:
    "The key is only returned in this response. It can't have a scope that its creator lacks, and can't outlive the key that creates it. Without `expires_at`, it expires together with that key.",
  body: () => apiKeyInput,
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 201, body: () => apiKeyViewWithKey },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const listApiKeys = {
  name: 'listApiKeys',
  folder: 'auth/keys',
  tag: 'api-keys',
  method: 'GET',
  path: '/v1/api-keys',
  access: 'management',
  scope: 'admin',
  summary: "List the account's API keys",
  query: () => pageQuery,
  follows: [],
  success: { status: 200, body: () => apiKeyView, list: true },
} as const satisfies Operation;

export const rollApiKey = {
  name: 'rollApiKey',
  folder: 'auth/keys',
  tag: 'api-keys',
  method: 'POST',
  path: '/v1/api-keys/{id}/roll',
  access: 'management',
  scope: 'admin',
  neverStored: true,
  summary: 'Replace an API key with a new one',
  description:
    "Creates a key with the same type, name, scopes and expiry. The new key is only returned in this response. The old key expires at the end of the overlap. You can't roll a key that has a scope that you lack, or that expires after the key that you use. A key can be rolled once.",
  body: () => rollInput,
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 201, body: () => apiKeyViewWithKey },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const revokeApiKey = {
  name: 'revokeApiKey',
  folder: 'auth/keys',
  tag: 'api-keys',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Revoke an API key',
  query: () => revocationQuery,
  description:
    "Takes effect immediately. With `cascade=true`, all keys that were created with it, directly or indirectly, are revoked too. Otherwise, they stay valid. You can't revoke the account's last management key that has the scope `admin` and doesn't expire.",
  audit: { target: 'api_key', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;
