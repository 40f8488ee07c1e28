/**
 * Renders a read-only table in plain HTML. The first column can contain links. If rows must be selectable,
 * use a React Aria grid.
 */
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns the column's text to the end and uses tabular digits. */
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

/** Renders a table. The first column contains the row headers. */
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
