/** Counts the unread submissions. The inbox shows the count in its tab and in the window title. */
import { isFiltered, type InboxSearch } from './inbox-search.ts';

/** The properties of a page of submissions that are needed to count them. */
interface ListedPage {
  readonly data: readonly { readonly id: string; readonly read_at: string | null }[];
  readonly next_cursor: string | null;
}

/**
 * Returns the number of unread submissions if the page lists all of them. The list is more up to date than
 * the forms' counts, which the service updates every ten seconds.
 */
export function unreadOn(
  search: InboxSearch,
  page: ListedPage | undefined,
  hidden: ReadonlySet<string>,
): number | undefined {
  const { tab = 'new' } = search;
  if (tab !== 'new' || isFiltered(search) || !page || page.next_cursor !== null) return undefined;
  return page.data.filter(({ id, read_at }) => read_at === null && !hidden.has(id)).length;
}
