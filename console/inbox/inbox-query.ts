/** Reads the page of submissions that the inbox URL refers to. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, fetched, type SubmissionPage } from '../api/api-client.ts';
import type { InboxSearch } from './inbox-search.ts';

export const PAGE_SIZE = 30;
const POLL_MILLISECONDS = 5000;
const DAY = 24 * 60 * 60 * 1000;

/** Converts the inbox filters to API parameters. */
export function filtersOf({ tab = 'new', q, from, to, files, assignee, label }: InboxSearch) {
  return {
    status: tab === 'spam' ? ('spam' as const) : ('received' as const),
    ...(tab === 'new' && { read: 'false' as const }),
    ...(tab === 'starred' && { starred: 'true' as const }),
    ...(tab === 'done' && { handled: 'true' as const }),
    ...(q !== undefined && { q }),
    ...(from !== undefined && { since: startOfDay(from).toISOString() }),
    // `until` is exclusive in the API, so add a day to include the last selected day.
    ...(to !== undefined && { until: new Date(startOfDay(to).getTime() + DAY).toISOString() }),
    ...(files !== undefined && { has_files: 'true' as const }),
    ...(assignee !== undefined && { assignee }),
    ...(tab === 'mine' && { assignee: 'me', handled: 'false' as const }),
    ...(label !== undefined && { label }),
  };
}

/** Returns midnight of the given day in the user's time zone. */
const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);

function readPage(search: InboxSearch, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filtersOf(search), limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
  const { form } = search;
  return form === undefined
    ? fetched(api.GET('/v1/submissions', { params: { query }, signal }))
    : fetched(api.GET('/v1/forms/{id}/submissions', { params: { path: { id: form }, query }, signal }));
}

/**
 * Reads the inbox page for the URL. A search can return a cursor before the page is full, in which case the
 * inbox continues the search with that cursor. The visible rows stay in place until the user loads newer
 * ones, so that nothing moves under the pointer.
 */
export function pageQuery(search: InboxSearch) {
  return infiniteQueryOptions({
    queryKey: ['submissions', 'page', search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: search.cursor,
    getNextPageParam: ({ next_cursor }: SubmissionPage) => next_cursor ?? undefined,
    staleTime: 15_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Polls the newest inbox page while the window is visible, using conditional requests. */
export function headQuery(search: InboxSearch) {
  const isNewest = search.cursor === undefined && search.q === undefined;
  return queryOptions({
    queryKey: ['submissions', 'head', search],
    queryFn: ({ signal }) => readPage(search, undefined, signal),
    enabled: isNewest,
    refetchInterval: POLL_MILLISECONDS,
    staleTime: 0,
  });
}
