/** A table to read: plain HTML, whose first column may lead somewhere. What one selects in is a grid of React Aria. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned to the end, with figures of one width. */
  readonly isNumeric?: boolean;
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
  /** As narrow as its content; the others share what is left. */
  readonly isTight?: boolean;
  /** The title is read out and not shown: a column of buttons. */
  readonly isTitleHidden?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}

/** The first column names its row. */
export function DataTable<Row>({ label, columns, rows, idOf }: DataTableProps<Row>) {
  return (
    <div className="table-frame">
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
          {rows.map((row) => (
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
  );
}

const classesOf = ({ isNumeric, isMinor, isTight }: Column<never>): string =>
  [isNumeric && 'numeric end', isMinor && 'minor', isTight && 'tight'].filter(Boolean).join(' ');
