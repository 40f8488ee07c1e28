/** Declares the operations for the API documentation. `api/operations.ts` lists all operations. */
import { homeView, openapiView, problemTypeView } from './documentation-views.ts';
import type { Operation } from '../../http/operation.ts';

const CACHED_HEADERS = ['etag', 'vary'] as const;
const PAGE_HEADERS = ['content-security-policy', 'link', 'referrer-policy'] as const;

export const getHome = {
  name: 'getHome',
  folder: 'api/documentation',
  tag: 'service',
  method: 'GET',
  path: '/',
  access: 'public',
  scope: null,
  summary: 'Get links to the documentation and the console',
  description: 'Browsers get a page in their language.',
  success: {
    status: 200,
    when: "The service's links, for programs.",
    body: () => homeView,
    headers: ['content-language'],
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
  summary: 'Get the OpenAPI 3.1 document',
  requestHeaders: ['if-none-match'],
  success: { status: 200, body: () => openapiView, headers: CACHED_HEADERS },
  otherResponses: [{ status: 304, when: 'Nothing has changed.', headers: CACHED_HEADERS }],
  alsoAt: [
    { name: 'getOpenapiJson', path: '/openapi.json', summary: 'Get the OpenAPI 3.1 document as JSON' },
    {
      name: 'getOpenapiYaml',
      path: '/openapi.yaml',
      summary: 'Get the OpenAPI 3.1 document as YAML',
      success: { status: 200, media: ['application/yaml'], headers: CACHED_HEADERS },
    },
  ],
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
  summary: 'Read the documentation and the API reference',
  description:
    'Pages for browsers. Guides are below `/docs/guides/`. Operations are below `/docs/api/`, each with a form to try it. Scripts and styles are below `/docs/assets/`. Every page is also available as Markdown: add `.md` to its URL, or send `Accept: text/markdown`. `/docs/llms-full.txt` contains all written pages.',
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The HTML page, or a file that the pages load.',
    media: [
      'text/html',
      'text/markdown',
      'text/css',
      'text/javascript',
      'text/plain',
      'image/svg+xml',
      'font/woff2',
    ],
    headers: [...CACHED_HEADERS, ...PAGE_HEADERS],
  },
  otherResponses: [
    { status: 304, when: 'Nothing has changed.', headers: [...CACHED_HEADERS, ...PAGE_HEADERS] },
  ],
  pages: true,
  problems: ['not-found'],
  alsoAt: [
    {
      name: 'getLlms',
      path: '/llms.txt',
      withPathsBelow: false,
      summary: 'Get the list of all documentation pages, for agents',
      description: 'In the format of llmstxt.org. Also at `/docs/llms.txt`.',
      success: {
        status: 200,
        when: 'The list.',
        media: ['text/plain'],
        headers: [...CACHED_HEADERS, ...PAGE_HEADERS],
      },
    },
  ],
} as const satisfies Operation;

export const getProblemType = {
  name: 'getProblemType',
  folder: 'api/documentation',
  tag: 'documentation',
  method: 'GET',
  path: '/problems/{slug}',
  access: 'public',
  scope: null,
  summary: 'Explain a problem type',
  description:
    'The `type` of every problem document links to this page. Browsers get a page in their language.',
  success: {
    status: 200,
    when: 'The meaning of the problem type.',
    body: () => problemTypeView,
    headers: ['content-language'],
  },
  pages: true,
} as const satisfies Operation;
