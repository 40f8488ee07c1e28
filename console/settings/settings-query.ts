/**
 * Defines the queries of the settings screen: the form with its ETag, a sample submission, and the number of
 * submissions older than a given age.
 */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, fetchedWithEtag } from '../api/api-client.ts';

export const formCall = (id: string, signal?: AbortSignal) =>
  api.GET('/v1/forms/{id}', { params: { path: { id } }, ...(signal && { signal }) });

/** Reads the form with its ETag, which is sent with a later change. */
export const formWithEtagQuery = (id: string) =>
  queryOptions({
    queryKey: ['form', id, 'with tag'],
    queryFn: ({ signal }) => fetchedWithEtag(formCall(id, signal)),
  });

/** Reads the fields of the latest submission, or sample values if there are no submissions. */
export const sampleQuery = (id: string) =>
  queryOptions({
    queryKey: ['form', id, 'sample'],
    queryFn: async ({ signal }) =>
      (await fetched(api.GET('/v1/forms/{id}/sample', { params: { path: { id } }, signal }))).data.payload,
    staleTime: 5 * 60_000,
  });

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => fetched(api.GET('/v1/usage', { signal })),
  staleTime: 60_000,
});

const DAY_MILLISECONDS = 86_400_000;
const PAGE = 100;
/**
 * Maximum number of pages of submissions to count. Limited, because each page is a separate request. Higher
 * counts are shown as "more than".
 */
const MAX_PAGES = 5;

/** Counts up to 500 submissions that are older than the given number of days. */
export const expiringQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['submissions', 'older than', id, days],
    queryFn: async ({ signal }) => {
      const until = new Date(Date.now() - days * DAY_MILLISECONDS).toISOString();
      let count = 0;
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { until, limit: PAGE, ...(cursor !== undefined && { cursor }) };
        const { data, next_cursor } = await fetched(
          api.GET('/v1/forms/{id}/submissions', { params: { path: { id }, query }, signal }),
        );
        count += data.length;
        if (next_cursor === null) return { count, isAll: true };
        cursor = next_cursor;
      }
      return { count, isAll: false };
    },
    staleTime: 30_000,
  });
