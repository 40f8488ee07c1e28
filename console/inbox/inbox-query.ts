/** Reads pages of submissions as the address of the inbox asks for them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import type { InboxSearch } from './inbox-search.ts';

export const PAGE_SIZE = 30;
const POLL_MILLISECONDS = 5000;
const DAY = 24 * 60 * 60 * 1000;

export type SubmissionPage = Schema<'SubmissionPage'>;

/** The filters as the API takes them. */
export function filtersOf({ tab = 'new', q, from, to, files }: InboxSearch) {
  return {
    status: tab === 'spam' ? ('spam' as const) : ('received' as const),
    ...(tab === 'new' && { read: 'false' as const }),
    ...(tab === 'starred' && { starred: 'true' as const }),
    ...(q !== undefined && { q }),
    ...(from !== undefined && { since: startOfDay(from).toISOString() }),
    // The day itself is within: until is exclusive.
    ...(to !== undefined && { until: new Date(startOfDay(to).getTime() + DAY).toISOString() }),
    ...(files !== undefined && { has_files: 'true' as const }),
  };
}

/** Midnight in the zone of the person who chose the day. */
const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);

function readPage(search: InboxSearch, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filtersOf(search), limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
  const { form } = search;
  return form === undefined
    ? fetched(api.GET('/v1/submissions', { params: { query }, signal }))
    : fetched(api.GET('/v1/forms/{id}/submissions', { params: { path: { id: form }, query }, signal }));
}

/**
 * The page at the address. A search may come back before it is full, and is then asked to go on; the rows on screen stay
 * until somebody asks for newer ones, so nothing shifts under the pointer.
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

/** The newest page, asked for again and again while the window is visible: a conditional read. */
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
