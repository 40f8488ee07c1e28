/** Renders a list, with a search field if the list is long. */
import { useState, type ReactNode } from 'react';
import { folded } from '../app/folded-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { SearchField } from './field.tsx';
import { EmptyState } from './states.tsx';

/** Maximum number of rows without a search field. */
const MANY = 8;

export function SearchedRows<Row>(props: {
  rows: readonly Row[];
  /** Returns the text to search, in which case and accents are ignored. */
  textOf: (row: Row) => string;
  /** Label of the search field. */
  label: string;
  /** Title of the message that is shown if no row matches. */
  noMatch: string;
  children: (shown: readonly Row[]) => ReactNode;
}) {
  const { rows, textOf, label, noMatch, children } = props;
  const house = useTexts('house');
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const shown = wanted === '' ? rows : rows.filter((row) => folded(textOf(row)).includes(wanted));
  return (
    <>
      {rows.length > MANY && (
        <div className="rows-search">
          <SearchField label={label} value={search} onChange={setSearch} />
        </div>
      )}
      {shown.length === 0 && wanted !== '' ? (
        <EmptyState title={noMatch}>{house.noMatchText}</EmptyState>
      ) : (
        children(shown)
      )}
    </>
  );
}
