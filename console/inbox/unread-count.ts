/** Counts the unread submissions that the inbox shows in its tab and in the window title. */
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import type { SubmissionPage } from '../api/api-client.ts';
import { isFiltered, type InboxSearch } from './inbox-search.ts';

/**
 * Returns the number of unread submissions if the page lists all of them. The list is newer than the forms' counts, which
 * the service updates every ten seconds.
 */
export function unreadOn(
  search: InboxSearch,
  page: SubmissionPage | undefined,
  hidden: ReadonlySet<string>,
): number | undefined {
  const { tab = 'new' } = search;
  if (tab !== 'new' || isFiltered(search) || !page || page.next_cursor !== null) return undefined;
  return page.data.filter(({ id, read_at }) => read_at === null && !hidden.has(id)).length;
}

/**
 * Returns the total number of unread submissions, or undefined until it is known.
 * @param listed the number on the visible page, if it lists all of them
 */
export function useUnread({ form }: InboxSearch, listed: number | undefined): number | undefined {
  const { data: forms } = useQuery(formsQuery);
  const mine = form === undefined ? forms : forms?.filter(({ id }) => id === form);
  return listed ?? mine?.reduce((sum, { counts }) => sum + counts.unread, 0);
}
