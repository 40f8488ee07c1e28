/** Reads a submission and its timeline. */
import { queryOptions, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { api, fetched, type Schema, type SubmissionPage } from '../api/api-client.ts';

type Submission = Schema<'Submission'>;

export type TimelineEntry = Schema<'Timeline'>['data'][number];
export type EntryOf<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>;

const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['submission', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/submissions/{id}', { params: { path: { id } }, signal })),
  });

/** Reads a submission. Returns the copy from the cached list until the response arrives. */
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
    // Treat the copy from the list as stale, so that the submission is refreshed immediately.
    initialDataUpdatedAt: 0,
  });
}

const SOON_MILLISECONDS = 3000;
const LATER_MILLISECONDS = 30_000;
const FRESH_MILLISECONDS = 3 * 60_000;

/**
 * Polls the timeline frequently for a few minutes after an event, while e-mails and webhooks are sent, and
 * rarely after that.
 */
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

/**
 * Reads a webhook to show its name, which fails if the webhook was deleted or the user doesn't have access to
 * it.
 */
export const webhookQuery = (id: string) =>
  queryOptions({
    // Use a separate query key, because the webhook screens cache webhooks together with their ETag.
    queryKey: ['webhook name', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    staleTime: 60_000,
    retry: false,
  });
