/** Counts the submissions that match the inbox filters by reading them. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type SubmissionPage } from '../api/api-client.ts';
import { filtersOf } from './inbox-query.ts';
import type { InboxSearch } from './inbox-search.ts';

const PAGE = 100;

/**
 * Counts the matches. Stops when there are more than `max`.
 * @param options.exceptForm form to exclude from the count
 */
export function matchesQuery(search: InboxSearch, options: { max: number; exceptForm?: string | undefined }) {
  const { max, exceptForm } = options;
  const { cursor: _, start: __, ...wanted } = search;
  return queryOptions({
    queryKey: ['submissions', 'matches', wanted, exceptForm, max],
    queryFn: async ({ signal }) => {
      let count = 0;
      let cursor: string | undefined;
      do {
        const query = { ...filtersOf(wanted), limit: PAGE, ...(cursor !== undefined && { cursor }) };
        const page: SubmissionPage = await fetched(
          wanted.form === undefined
            ? api.GET('/v1/submissions', { params: { query }, signal })
            : api.GET('/v1/forms/{id}/submissions', { params: { path: { id: wanted.form }, query }, signal }),
        );
        count += page.data.filter(({ form_id }) => form_id !== exceptForm).length;
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && count <= max);
      return count;
    },
  });
}
