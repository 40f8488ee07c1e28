/** Shows the range of submissions on the page, and the total if it's known. */
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { isFiltered, type InboxSearch } from './inbox-search.ts';

export function Position(props: { search: InboxSearch; shown: number; isLast: boolean }) {
  const { search, shown, isLast } = props;
  const t = useTexts('inbox');
  const formats = useFormats();
  const known = useTotal(search);
  const start = search.cursor === undefined ? 0 : Number(search.start);
  // Without `start` in the URL, the number of the first row is unknown.
  if (!Number.isInteger(start) || start < 0 || shown === 0) return null;
  const end = start + shown;
  const total = isLast ? end : known;
  const [from, to] = [formats.number(start + 1), formats.number(end)];
  return (
    <span className="inbox-position numeric soft">
      {total === undefined || total < end
        ? t.position(from, to)
        : t.positionOf(from, to, formats.number(total))}
    </span>
  );
}

/**
 * Returns the total number of submissions in the list, or undefined if the forms' counts don't provide it.
 */
function useTotal(search: InboxSearch): number | undefined {
  const { data: forms } = useQuery(formsQuery);
  const { form, tab = 'new' } = search;
  const name = tab === 'new' ? 'unread' : tab === 'spam' ? 'spam_30d' : undefined;
  if (!forms || isFiltered(search) || name === undefined) return undefined;
  return forms
    .filter(({ id }) => form === undefined || id === form)
    .reduce((sum, { counts }) => sum + counts[name], 0);
}
