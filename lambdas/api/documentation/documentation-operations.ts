/** The API about itself. The table of all operations is `operations.ts`. */
import { homeView, openapiView, problemTypeView } from './documentation-views.ts';
import type { Operation } from '../../http/operation.ts';

const CACHED_HEADERS = ['etag', 'cache-control', 'vary'] as const;
const PAGE_HEADERS = ['content-security-policy', 'referrer-policy', 'x-content-type-options'] as const;

export const getHome = {
  name: 'getHome',
  folder: 'api/documentation',
  tag: 'service',
  method: 'GET',
  path: '/',
  access: 'public',
  scope: null,
  summary: 'Say what this service is, and where its documentation and its console are',
  description: 'Browsers get a page in their language.',
  success: {
    status: 200,
    when: 'Where programs find what.',
    body: () => homeView,
    headers: ['cache-control', 'content-language'],
  },
  pages: true,
} as const satisfies Operation;

export const getOpenapi = {
  name: 'getOpenapi',
  folder: 'api/documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/openapi',
  access: 'public',
  scope: null,
  summary: 'Read this description of the API, in OpenAPI 3.1',
  requestHeaders: ['if-none-match'],
  success: { status: 200, body: () => openapiView, headers: CACHED_HEADERS },
  otherResponses: [{ status: 304, when: 'Nothing has changed.', headers: CACHED_HEADERS }],
} as const satisfies Operation;

export const getDocs = {
  name: 'getDocs',
  folder: 'api/documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/docs',
  withPathsBelow: true,
  access: 'public',
  scope: null,
  summary: 'Read guides and the description of the API on pages',
  description:
    'Pages for browsers: guides are below `/docs/guides/`, the operations below `/docs/api/`, each with a form that calls it. What the pages load is below `/docs/assets/`.',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The page, or a file that pages load.',
    media: ['text/html', 'text/css', 'text/javascript', 'text/plain', 'image/svg+xml', 'font/woff2'],
    headers: [...CACHED_HEADERS, ...PAGE_HEADERS],
  },
  otherResponses: [
    { status: 304, when: 'Nothing has changed.', headers: [...CACHED_HEADERS, ...PAGE_HEADERS] },
  ],
  pages: true,
  problems: ['not-found'],
} as const satisfies Operation;

export const getProblemType = {
  name: 'getProblemType',
  folder: 'api/documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/problems/{slug}',
  access: 'public',
  scope: null,
  summary: 'Explain a kind of problem, in the language of the reader',
  description: 'The `type` of every problem document points here. Browsers get a page.',
  success: {
    status: 200,
    when: 'The meaning of the problem type.',
    body: () => problemTypeView,
    headers: ['cache-control', 'content-language'],
  },
  pages: true,
} as const satisfies Operation;
