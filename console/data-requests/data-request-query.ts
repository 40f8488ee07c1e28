/** Reads data requests and their matches, and polls requests until they end. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';
import type { Tone } from '../ui/chip.tsx';

export type DataRequest = Schema<'DataRequest'>;
export type DataRequestStatus = DataRequest['status'];

const POLL_MILLISECONDS = 1500;

/** Statuses that change without user action. */
const RUNNING: readonly DataRequestStatus[] = ['searching', 'packing', 'erasing'];

export const isRunning = ({ status }: DataRequest): boolean => RUNNING.includes(status);

export const isOver = ({ status }: DataRequest): boolean =>
  status === 'finished' || status === 'cancelled' || status === 'failed';

export const statusTones: Readonly<Record<DataRequestStatus, Tone>> = {
  searching: 'accent',
  ready: 'warn',
  packing: 'accent',
  erasing: 'accent',
  finished: 'good',
  cancelled: 'neutral',
  failed: 'bad',
};

export const dataRequestsQuery = queryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/data-requests', { params: { query }, signal }))),
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MILLISECONDS : false),
});

export const dataRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['data-requests', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/data-requests/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MILLISECONDS : false),
    staleTime: 0,
  });

/**
 * Reads the matching submissions page by page. Read the matches before the request ends, because the service
 * then removes them.
 */
export const matchesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['data-requests', id, 'matches'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      fetched(
        api.GET('/v1/data-requests/{id}/matches', { params: { path: { id }, query: { cursor } }, signal }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
