/** Shows the first rows of an import as they will appear in the inbox. */
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { Import } from './import-query.ts';

type Row = Import['preview'][number] & { readonly index: number };

/** Maximum number of field columns, so that the table stays readable. */
const MOST_FIELDS = 5;

export function ImportPreview({ rows }: { rows: Import['preview'] }) {
  const t = useTexts('imports');
  const formats = useFormats();
  const fields = [...new Set(rows.flatMap(({ payload }) => Object.keys(payload)))].slice(0, MOST_FIELDS);
  const columns: Column<Row>[] = [
    {
      id: 'received',
      title: t.received,
      isTight: true,
      cell: ({ received_at }) => formats.fullTime(received_at),
    },
    ...fields.map((field): Column<Row> => ({
      id: `field ${field}`,
      title: field,
      cell: ({ payload }) => textOf(payload[field]),
    })),
  ];
  return (
    <DataTable
      label={t.preview}
      rows={rows.map((row, index) => ({ ...row, index }))}
      idOf={({ index }) => String(index)}
      columns={columns}
    />
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
