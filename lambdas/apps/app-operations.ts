/** The apps of an account, which its members may let in. The table of all operations is `operations.ts`. */
import * as z from 'zod';
import { appInput, appPatch, appView, appViewWithSecret, createdAppView } from './app.ts';
import { pageQuery } from '../core/pagination.ts';
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
  summary: 'Register an app; only this response holds its secret',
  description:
    'Members of the account may then let the app in (authorization code with PKCE). An account has at most 50 apps. A public app has no secret.',
  body: () => appInput,
  versioned: true,
  audit: { target: 'oauth_client', written: 'with-change' },
  success: { status: 201, body: () => createdAppView, headers: ['cache-control'] },
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
  summary: 'List the apps of the account, newest first',
  description: 'Apps of the whole installation, which serve all accounts, are not among them.',
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
  summary: 'Read an app',
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
  summary: 'Change the name, the logo or the redirect URIs of an app',
  description: 'Redirect URIs are replaced as a whole, and hold from the next request of the app on.',
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
  summary: 'Give an app another secret; only this response holds it',
  description:
    'The secret before it is accepted for 24 more hours. One that was still accepted from an earlier rotation ends at once. A public app has no secret: 409.',
  audit: { target: 'oauth_client', written: 'with-change' },
  success: {
    status: 200,
    body: () => z.union([appViewWithSecret, idOnlyView]),
    headers: ['cache-control', 'etag'],
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
  summary: 'Delete an app, and end all its connections at once',
  versioned: true,
  audit: { target: 'oauth_client', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
