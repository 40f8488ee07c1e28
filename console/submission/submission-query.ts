/** Reads a submission and its history. */
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

/** Reads the submission. Starts with the copy from the list, so that it's shown immediately. */
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
    // Treat the list's copy as outdated, so that it's refreshed immediately.
    initialDataUpdatedAt: 0,
  });
}

const SOON_MILLISECONDS = 3000;
const LATER_MILLISECONDS = 30_000;
const FRESH_MILLISECONDS = 3 * 60_000;

/** Polls often for some minutes after an event, while emails and webhooks are sent, and rarely afterwards. */
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

/** Reads the name of a webhook. Falls back to its id if it's deleted or not accessible. */
export const webhookQuery = (id: string) =>
  queryOptions({
    // A separate key, because the webhook screens cache the webhook together with its ETag.
    queryKey: ['webhook name', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    staleTime: 60_000,
    retry: false,
  });
