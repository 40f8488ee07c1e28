/** Which apps members have let in. The table of all operations is `operations.ts`. */
import { connectionView } from './connection-view.ts';
import { pageQuery } from '../core/pagination.ts';
import type { Operation } from '../http/operation.ts';

const WHOSE =
  'With the scope `admin`, which owners have, these are the connections of everybody in the account. Other members see their own, and an app sees the one that it comes by.';

export const listConnections = {
  name: 'listConnections',
  folder: 'connections',
  tag: 'apps',
  method: 'GET',
  path: '/v1/connections',
  access: 'management',
  scope: 'read',
  summary: 'List which apps were let in, the latest first',
  description: WHOSE,
  query: () => pageQuery,
  success: { status: 200, body: () => connectionView, list: true },
} as const satisfies Operation;

export const deleteConnection = {
  name: 'deleteConnection',
  folder: 'connections',
  tag: 'apps',
  method: 'DELETE',
  path: '/v1/connections/{id}',
  access: 'management',
  // Whoever has let an app in may end that, also a viewer.
  scope: 'read',
  summary: 'End a connection: the app is refused at its next request',
  description: WHOSE,
  audit: { target: 'connection', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
