/** The console's files. The table of all operations is `operations.ts`. */
import * as z from 'zod';
import type { Operation } from '../http/operation.ts';

/** What an address of the console says behind its question mark is for the page; the service does not look at it. */
const stateOfScreen = z.looseObject({});

const CACHED_HEADERS = ['etag', 'cache-control', 'vary'] as const;
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
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
  summary: 'Open the console, in which people read submissions and change settings',
  description:
    'A page for browsers. Everything that it does it does with the operations of this API. Every path below `/console` without an ending opens it at one of its screens; its scripts, styles and fonts are below `/console/assets/`.',
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
