/** Declares the operations for data requests. `api/operations.ts` lists all operations. */
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';
import { dataRequestInput } from './data-request.ts';
import { dataRequestView, matchView } from './data-request-view.ts';

const SCOPES = 'Keys also need the scope `read`.';

export const createDataRequest = {
  name: 'createDataRequest',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'POST',
  path: '/v1/data-requests',
  access: 'management',
  scope: 'admin',
  summary: "Export or erase a person's data",
  description: `Searches the values, file names and notes of all submissions of the account, including spam. An export is then packed into a ZIP file, which is kept for seven days. An erasure waits for a confirmation. An account can have five requests running at a time. ${SCOPES}`,
  body: () => dataRequestInput,
  showsNothingStored: true,
  audit: { target: 'data_request', written: 'with-change' },
  success: { status: 202, body: () => dataRequestView, headers: ['location'] },
  problems: ['rate-limited'],
} as const satisfies Operation;

export const listDataRequests = {
  name: 'listDataRequests',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'GET',
  path: '/v1/data-requests',
  access: 'management',
  scope: 'admin',
  summary: 'List data requests',
  description: `Newest first. ${SCOPES}`,
  query: () => pageQuery,
  success: { status: 200, body: () => dataRequestView, list: true },
} as const satisfies Operation;

export const getDataRequest = {
  name: 'getDataRequest',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'GET',
  path: '/v1/data-requests/{id}',
  access: 'management',
  scope: 'admin',
  neverStored: true,
  summary: 'Get a data request',
  description: `Shows the progress and, for a finished export, a link to the ZIP file. ${SCOPES}`,
  success: { status: 200, body: () => dataRequestView },
} as const satisfies Operation;

export const listDataRequestMatches = {
  name: 'listDataRequestMatches',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'GET',
  path: '/v1/data-requests/{id}/matches',
  access: 'management',
  scope: 'admin',
  summary: 'List the submissions that a data request found',
  description: `Newest first. The list is empty once the request has ended. ${SCOPES}`,
  query: () => pageQuery,
  success: { status: 200, body: () => matchView, list: true },
} as const satisfies Operation;

export const confirmDataRequest = {
  name: 'confirmDataRequest',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'POST',
  path: '/v1/data-requests/{id}/confirm',
  access: 'management',
  scope: 'admin',
  summary: 'Confirm an erasure',
  description:
    'Erases everything that was found, and matching submissions that have arrived since. This can’t be undone. Keys also need the scopes `read` and `write`.',
  showsNothingStored: true,
  audit: { target: 'data_request', written: 'with-change' },
  success: { status: 202, body: () => dataRequestView },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const cancelDataRequest = {
  name: 'cancelDataRequest',
  folder: 'data-requests',
  tag: 'data-requests',
  method: 'DELETE',
  path: '/v1/data-requests/{id}',
  access: 'management',
  scope: 'admin',
  summary: 'Cancel a data request',
  description: `You can't cancel a request after it has started to erase data or has ended. ${SCOPES}`,
  audit: { target: 'data_request', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;
