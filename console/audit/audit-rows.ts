/**
 * Reads a page of the audit log. A filtered response can contain few or no rows, so the query sends further
 * requests until the page is full.
 */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { timesOf, type AuditSearch } from './audit-search.ts';

export type AuditRow = Schema<'AuditEvent'>;

const PAGE = 50;
/** Maximum number of requests per page of the screen. Each request scans up to 2,000 audit log rows. */
const MAX_CALLS = 10;

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly next: string | undefined;
}

export const auditPageQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', search],
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const { actor, action } = search;
      const filter = { ...timesOf(search), ...(actor !== undefined && { actor }), ...(action && { action }) };
      const rows: AuditRow[] = [];
      let cursor = search.cursor;
      for (let call = 0; call < MAX_CALLS; call += 1) {
        const query = { limit: PAGE - rows.length, ...filter, ...(cursor !== undefined && { cursor }) };
        const page = await fetched(api.GET('/v1/audit-log', { params: { query }, signal }));
        rows.push(...page.data);
        cursor = page.next_cursor ?? undefined;
        if (cursor === undefined || rows.length >= PAGE) break;
      }
      return { rows, next: cursor };
    },
  });
