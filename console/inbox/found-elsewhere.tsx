/** Shows the progress of a search, and links to matches in Spam and in other forms. */
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { matchesQuery } from './count-matches.ts';
import type { InboxSearch } from './inbox-search.ts';

/** Maximum number of matches to count. A higher number is shown as `100+`. */
const MAX_COUNTED = 100;

export function FoundElsewhere({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox');
  const { data: forms = [] } = useQuery(formsQuery);
  const { form, tab } = search;
  const inSpam: InboxSearch = { ...search, tab: 'spam', cursor: undefined };
  const everywhere: InboxSearch = { ...search, tab: 'all', form: undefined, cursor: undefined };
  const spam = useMatches(inSpam, tab !== 'spam');
  const others = useMatches(everywhere, form !== undefined && forms.length > 1, form);
  if (!spam && !others) return null;
  return (
    <p className="found-elsewhere" role="status">
      {spam && (
        <Link to="/inbox" search={inSpam} className="link">
          {t.foundInSpam(spam)}
        </Link>
      )}
      {others && (
        <Link to="/inbox" search={everywhere} className="link">
          {t.foundInOtherForms(others)}
        </Link>
      )}
    </p>
  );
}

/** Returns the number of matches, for example `3` or `100+`, or undefined if there are none. */
function useMatches(search: InboxSearch, enabled: boolean, exceptForm?: string): string | undefined {
  const { data } = useQuery({ ...matchesQuery(search, { max: MAX_COUNTED, exceptForm }), enabled });
  return data === undefined || data === 0 ? undefined : data > MAX_COUNTED ? `${MAX_COUNTED}+` : String(data);
}

interface SearchProgressProps {
  readonly list: {
    readonly page: { readonly data: unknown };
    readonly rows: readonly unknown[];
    readonly isSearching: boolean;
    readonly searchedUntil: string | undefined;
    readonly next: string | undefined;
  };
  readonly isFirstPage: boolean;
}

export function SearchProgress({ list, isFirstPage }: SearchProgressProps) {
  const t = useTexts('inbox');
  const formats = useFormats();
  const { page, rows, isSearching, searchedUntil, next } = list;
  if (!page.data) return null;
  return (
    <p className="search-progress soft" role="status">
      {isSearching && searchedUntil !== undefined
        ? t.searchedUntil(formats.date(searchedUntil))
        : !isSearching && (next === undefined ? t.searchedAll : isFirstPage && t.searchedFirst(rows.length))}
    </p>
  );
}
