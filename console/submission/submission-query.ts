/** Reads one submission and what happened to it. */
import { queryOptions, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import type { SubmissionPage } from '../inbox/inbox-query.ts';

type Submission = Schema<'Submission'>;

export type TimelineEntry = Schema<'Timeline'>['data'][number];
export type EntryOf<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>;

const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['submission', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/submissions/{id}', { params: { path: { id } }, signal })),
  });

/** The submission; at first as the list has it, so that one sees it at once. */
export function useSubmission(id: string) {
  const queries = useQueryClient();
  return useQuery({
    ...submissionQuery(id),
    initialData: () => {
      const pages = queries.getQueriesData<InfiniteData<SubmissionPage>>({
        queryKey: ['submissions', 'page'],
      });
      for (const [, data] of pages) {
        for (const page of data?.pages ?? []) {
          const found: Submission | undefined = page.data.find((each) => each.id === id);
          if (found) return found;
        }
      }
      return undefined;
    },
    // It is read at once all the same.
    initialDataUpdatedAt: 0,
  });
}

const SOON_MILLISECONDS = 3000;
const LATER_MILLISECONDS = 30_000;
const FRESH_MILLISECONDS = 3 * 60_000;

/** E-mails and webhooks are on their way for some minutes after something happened; then little changes. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: ['submission', id, 'timeline'],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/submissions/{id}/timeline', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => {
      const last = state.data?.data.at(-1)?.at;
      const isFresh = last !== undefined && Date.now() - Date.parse(last) < FRESH_MILLISECONDS;
      return isFresh ? SOON_MILLISECONDS : LATER_MILLISECONDS;
    },
  });
}

/** Names of webhooks by id; what may not be seen, or is gone, has its id as name. */
export const webhookQuery = (id: string) =>
  queryOptions({
    // The webhook's own screens keep it with its tag, under a key of their own.
    queryKey: ['webhook name', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    staleTime: 60_000,
    retry: false,
  });
