/**
 * Declares the operations for connections, through which apps act on behalf of members. `api/operations.ts`
 * lists all operations.
 */
import { connectionView } from './connection-view.ts';
import { pageQuery } from '../core/web/pagination.ts';
import type { Operation } from '../http/operation.ts';

const WHOSE =
  'With the scope `admin`, which owners have, you see the connections of all members of the account. Other members see their own connections, and an app sees only the connection that it uses.';

export const listConnections = {
  name: 'listConnections',
  folder: 'connections',
  tag: 'apps',
  method: 'GET',
  path: '/v1/connections',
  access: 'management',
  scope: 'read',
  summary: 'List connected apps',
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
  // Only require `read`, because all members, including viewers, can disconnect apps that they have
  // connected.
  scope: 'read',
  summary: 'Disconnect an app',
  description: WHOSE,
  audit: { target: 'connection', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
