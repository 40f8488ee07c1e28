/**
 * Declares the operations for an account's apps, which members can connect. `api/operations.ts` lists all
 * operations.
 */
import * as z from 'zod';
import { appInput, appPatch, appView, appViewWithSecret, createdAppView } from './app.ts';
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';
import { idOnlyView } from '../http/write-only-response.ts';

export const createOauthClient = {
  name: 'createOauthClient',
  folder: 'apps',
  tag: 'apps',
  method: 'POST',
  path: '/v1/oauth-clients',
  access: 'management',
  scope: 'admin',
  neverStored: true,
  summary: 'Register an app',
  description:
    'The secret is only returned in this response; public apps have none. Members of the account can then connect the app (authorization code with PKCE). An account can have at most 50 apps.',
  body: () => appInput,
  versioned: true,
  audit: { target: 'oauth_client', written: 'with-change' },
  success: { status: 201, body: () => createdAppView },
  problems: ['conflict'],
} as const satisfies Operation;

export const listOauthClients = {
  name: 'listOauthClients',
  folder: 'apps',
  tag: 'apps',
  method: 'GET',
  path: '/v1/oauth-clients',
  access: 'management',
  scope: 'admin',
  summary: "List the account's apps",
  description: 'Newest first. Apps of the whole installation, which serve all accounts, are not included.',
  query: () => pageQuery,
  follows: [],
  success: { status: 200, body: () => appView, list: true },
} as const satisfies Operation;

export const getOauthClient = {
  name: 'getOauthClient',
  folder: 'apps',
  tag: 'apps',
  method: 'GET',
  path: '/v1/oauth-clients/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Get an app',
  versioned: true,
  success: { status: 200, body: () => appView },
} as const satisfies Operation;

export const updateOauthClient = {
  name: 'updateOauthClient',
  folder: 'apps',
  tag: 'apps',
  method: 'PATCH',
  path: '/v1/oauth-clients/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Update an app',
  description:
    "Send the complete list of redirect URIs, because it replaces the old one. Changes take effect with the app's next request.",
  body: () => appPatch,
  versioned: true,
  audit: { target: 'oauth_client', written: 'with-change' },
  success: { status: 200, body: () => appView },
} as const satisfies Operation;

export const rotateOauthClientSecret = {
  name: 'rotateOauthClientSecret',
  folder: 'apps',
  tag: 'apps',
  method: 'POST',
  path: '/v1/oauth-clients/{id}/rotate-secret',
  access: 'management',
  scope: 'admin',
  neverStored: true,
  summary: "Rotate an app's secret",
  description:
    'The new secret is only returned in this response. The previous secret stays valid for 24 hours. If a secret from an earlier rotation was still valid, it stops working immediately. For public apps, which have no secret, the response is 409.',
  audit: { target: 'oauth_client', written: 'with-change' },
  success: {
    status: 200,
    body: () => z.union([appViewWithSecret, idOnlyView]),
    headers: ['etag'],
  },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteOauthClient = {
  name: 'deleteOauthClient',
  folder: 'apps',
  tag: 'apps',
  method: 'DELETE',
  path: '/v1/oauth-clients/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Delete an app and all its connections',
  versioned: true,
  audit: { target: 'oauth_client', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
