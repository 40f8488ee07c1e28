/** Defines the audit log operations. `operations.ts` lists all operations. */
import { auditEventView } from '../../audit/audit-event.ts';
import { auditQuery } from './audit-query.ts';
import type { Operation } from '../../http/operation.ts';

export const listAuditLog = {
  name: 'listAuditLog',
  folder: 'people/audit-log',
  tag: 'audit-log',
  method: 'GET',
  path: '/v1/audit-log',
  access: 'management',
  scope: 'admin',
  summary: "List the account's changes",
  description:
    "One row for each change by a key, an access token, a member or the operator of the service, kept for 400 days. A row is stored before the change's response is sent. With a filter, a page may have fewer rows than `limit`, or none, and still have a next page: follow `next_cursor` until it is null.",
  query: () => auditQuery,
  success: { status: 200, body: () => auditEventView, list: true },
} as const satisfies Operation;
