/**
 * Renders a read-only table in plain HTML. The first column can contain links. For selectable rows, use a
 * React Aria grid instead.
 */
import { useRef, useState, type ReactNode } from 'react';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

/** Maximum number of rows on a page. Rendering 1,000 rows takes seconds on a phone. */
const ROWS = 50;

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns the column's text to the end and uses tabular figures. */
  readonly isNumeric?: boolean;
  /** Hides the column on narrow screens. */
  readonly isMinor?: boolean;
  /** Makes the column as narrow as its content. The other columns share the remaining width. */
  readonly isTight?: boolean;
  /** Hides the column's title visually. Use this for columns of buttons. */
  readonly isTitleHidden?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}

/** Renders a table, and splits it into pages if it's long. The first column contains the row headers. */
export function DataTable<Row>({ label, columns, rows, idOf }: DataTableProps<Row>) {
  const [wanted, setWanted] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const start = Math.min(wanted, Math.floor(Math.max(0, rows.length - 1) / ROWS) * ROWS);
  const go = (row: number): void => {
    setWanted(row);
    frame.current?.scrollIntoView({ block: 'nearest' });
  };
  const shown = rows.slice(start, start + ROWS);
  return (
    <>
      <div className="table-frame" ref={frame}>
        <table className="table">
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" className={classesOf(column)}>
                  {column.isTitleHidden ? (
                    <span className="visually-hidden">{column.title}</span>
                  ) : (
                    column.title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={idOf(row)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.id} scope="row" className={classesOf(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.id} className={classesOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS && <Pages start={start} shown={shown.length} all={rows.length} onGo={go} />}
    </>
  );
}

function Pages(props: { start: number; shown: number; all: number; onGo: (start: number) => void }) {
  const { start, shown, all, onGo } = props;
  const house = useTexts('house');
  const formats = useFormats();
  return (
    <nav className="table-pages" aria-label={house.pages}>
      <span className="soft numeric" role="status">
        {house.rowsOf(formats.number(start + 1), formats.number(start + shown), formats.number(all))}
      </span>
      <Button isSmall isDisabled={start === 0} onPress={() => onGo(start - ROWS)}>
        {house.rowsBefore}
      </Button>
      <Button isSmall isDisabled={start + shown >= all} onPress={() => onGo(start + ROWS)}>
        {house.rowsAfter}
      </Button>
    </nav>
  );
}

const classesOf = ({ isNumeric, isMinor, isTight }: Column<never>): string =>
  [isNumeric && 'numeric end', isMinor && 'minor', isTight && 'tight'].filter(Boolean).join(' ');
