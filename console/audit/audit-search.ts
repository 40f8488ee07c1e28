/** Defines the query parameters of the audit log URL: the filters and the page's cursor. */
import { textParam } from '../app/search-params.ts';

export interface AuditSearch {
  /** First day to include, in the user's time zone: `2026-11-21`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Id of a key or member, or `operator`. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly cursor?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    since: dayParam(search['since']),
    until: dayParam(search['until']),
    actor: textParam(search['actor']),
    action: textParam(search['action']),
    cursor: textParam(search['cursor']),
  };
}

/**
 * Converts the dates to timestamps in the user's time zone: from the start of `since` to the end of `until`.
 */
export function timesOf({ since, until }: AuditSearch): { since?: string; until?: string } {
  return {
    ...(since !== undefined && { since: startOf(since, 0) }),
    ...(until !== undefined && { until: startOf(until, 1) }),
  };
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
