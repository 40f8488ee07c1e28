/** Starts actions on all submissions that match the inbox filters, and follows their progress. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { filtersOf } from './inbox-query.ts';
import type { InboxSearch } from './inbox-search.ts';

export type BulkJob = Schema<'BulkJob'>;
/** An action and its parameters, for example an assignee. */
export type JobChange = Omit<Schema<'BulkByFilterInput'>, 'filter'>;

const POLL_MILLISECONDS = 1000;

/** Id of the job whose progress is shown. The id is kept when the user opens another screen. */
let currentId: string | undefined;
const listeners = new Set<() => void>();

export function showJob(id: string | undefined): void {
  currentId = id;
  listeners.forEach((listener) => listener());
}

export function useCurrentJobId(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentId,
  );
}

/** Reads a job and polls it until it ends. */
export function jobQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['bulk-job', id],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/bulk-jobs/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_MILLISECONDS),
    staleTime: 0,
  });
}

const isOver = (job: BulkJob | undefined): boolean =>
  job !== undefined && job.status !== 'waiting' && job.status !== 'running';

/** Returns a function that starts an action on all submissions that match the inbox filters. */
export function useStartJob(search: InboxSearch): (change: JobChange) => void {
  const queries = useQueryClient();
  const onError = useFailureToast();
  return useCallback(
    (change) => {
      const start = async (): Promise<void> => {
        const body = { filter: filtersOf(search), ...change };
        const job = await fetched(
          search.form === undefined
            ? api.POST('/v1/submissions/bulk', { body })
            : api.POST('/v1/forms/{id}/submissions/bulk', { params: { path: { id: search.form } }, body }),
        );
        if (!('status' in job)) return;
        queries.setQueryData(['bulk-job', job.id], job);
        showJob(job.id);
      };
      start().catch(onError);
    },
    [queries, onError, search],
  );
}
