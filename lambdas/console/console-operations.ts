/** Declares the operations for the console's files. `api/operations.ts` lists all operations. */
import * as z from 'zod';
import type { Operation } from '../http/operation.ts';

/** The service ignores the query string of console URLs, which only the page reads. */
const stateOfScreen = z.looseObject({});

const CACHED_HEADERS = ['etag', 'vary'] as const;
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
] as const;

export const getConsole = {
  name: 'getConsole',
  folder: 'console',
  tag: 'documentation',
  method: 'GET',
  path: '/console',
  withPathsBelow: true,
  access: 'public',
  scope: null,
  summary: 'Open the console',
  description:
    'A web page where people read submissions and change settings. It only uses the operations of this API. Paths below `/console` without a file extension open its screens. Scripts, styles and fonts are below `/console/assets/`.',
  query: () => stateOfScreen,
  requestHeaders: ['if-none-match'],
  success: {
    status: 200,
    when: 'The page.',
    media: ['text/html'],
    headers: [...CACHED_HEADERS, ...PAGE_HEADERS],
  },
  otherResponses: [
    { status: 304, when: 'Nothing has changed.', headers: [...CACHED_HEADERS, ...PAGE_HEADERS] },
  ],
} as const satisfies Operation;
