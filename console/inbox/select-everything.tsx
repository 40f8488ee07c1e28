/**
 * Lets the user extend the selection from the rows of a page to all submissions that match the inbox filters.
 */
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { matchesQuery } from './count-matches.ts';
import type { InboxSearch } from './inbox-search.ts';

/** Maximum number of matches to count. A higher number is shown with a `+`. */
const MAX_COUNTED = 1000;

export function SelectEverything(props: { search: InboxSearch; isSelected: boolean; onSelect: () => void }) {
  const { search, isSelected, onSelect } = props;
  const t = useTexts('inbox');
  const formats = useFormats();
  const { data: count } = useQuery(matchesQuery(search, { max: MAX_COUNTED }));
  const number =
    count === undefined
      ? ''
      : `${formats.number(Math.min(count, MAX_COUNTED))}${count > MAX_COUNTED ? '+' : ''}`;
  if (isSelected)
    return (
      <span className="bulk-count numeric" role="status">
        {number === '' ? t.allMatchingSelected : t.allSelected(number)}
      </span>
    );
  return (
    <Button isSmall kind="secondary" onPress={onSelect}>
      {number === '' ? t.selectAllMatching : t.selectAll(number)}
    </Button>
  );
}
