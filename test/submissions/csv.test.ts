import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { CsvColumns, csvCell, type CsvRow } from '../../lambdas/submissions/csv.ts';
import { payloadObject, payloadOfPairs } from '../../lambdas/submissions/payload.ts';

const row = (fields: [string, string][], more: Partial<CsvRow> = {}): CsvRow => ({
  id: 'sub_1',
  received_at: '2026-11-20T12:00:00.000Z',
  status: 'received',
  fields,
  urls: [],
  ...more,
});

function file(rows: readonly CsvRow[]): string {
  const columns = new CsvColumns();
  for (const { fields } of rows) columns.addFields(fields);
  return columns.header() + rows.map((each) => columns.row(each)).join('');
}

/** Read as a strict reader of RFC 4180 does: every line has as many cells as the first. */
const read = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' });

/** What a spreadsheet shows of a cell. */
const shown = (cell: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/** Field values as nasty as they come. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...FORMULA_STARTS, '"', "'", ',', ';', ' ', 'a', '\u2028', '🙂', '\0') }),
  fc.tuple(fc.constantFrom(...FORMULA_STARTS), fc.string()).map((parts) => parts.join('')),
);

it('begins with a byte order mark, ends lines as RFC 4180 does, and names the columns', () => {
  expect(file([row([['name', 'Ada']])])).toBe(
    '\uFEFF"id","received_at","status","name","attachments"\r\n' +
      '"sub_1","2026-11-20T12:00:00.000Z","received","Ada",\r\n',
  );
});

it('has a column for every field of any submission, in the order in which they came', () => {
  const rows = [
    row([
      ['b', '1'],
      ['a', '2'],
    ]),
    row([
      ['c', '3'],
      ['b', '4'],
    ]),
  ];
  expect(read(file(rows)).map((cells) => cells.slice(3))).toEqual([
    ['b', 'a', 'c', 'attachments'],
    ['1', '2', '', ''],
    ['4', '', '3', ''],
  ]);
});

it('gives fields that are named as columns are another title', () => {
  const fields: [string, string][] = [
    ['id', '1'],
    ['payload.id', '2'],
    ['attachments', '3'],
    ['__proto__', '4'],
    ['constructor', '5'],
  ];
  const [titles, cells] = read(file([row(fields), row([])]));
  expect(new Set(titles).size).toBe(titles!.length);
  expect(titles!.slice(4, 6)).toEqual(['payload.id', 'payload.attachments']);
  expect(cells!.slice(3, 8)).toEqual(['1', '2', '3', '4', '5']);
  expect(read(file([row(fields), row([])]))[2]!.slice(3)).toEqual(['', '', '', '', '', '']);
});

it('puts links to files on lines of one cell', () => {
  const urls = ['https://a.example/1', 'https://a.example/2'];
  expect(read(file([row([], { urls })]))[1]!.at(-1)).toBe(urls.join('\n'));
});

it('gathers fields in one column when there are too many names', () => {
  const rows = Array.from({ length: 12 }, (_, post) =>
    row(Array.from({ length: 100 }, (_, field): [string, string] => [`f${post}-${field}`, `v${post}`])),
  );
  const [titles, ...cells] = read(file(rows));
  expect(titles).toHaveLength(3 + 1000 + 2);
  expect(titles!.slice(-2)).toEqual(['more_fields', 'attachments']);
  expect(cells[0]!.at(-2)).toBe('');
  expect(JSON.parse(cells[11]!.at(-2)!)).toMatchObject({ 'f11-0': 'v11', 'f11-99': 'v11' });
});

it.each([...FORMULA_STARTS.map((start) => `${start}1+1`), `'=1`, `''@x`, '=HYPERLINK("http://x")'])(
  'makes text of %j',
  (formula) => {
    expect(csvCell(formula)).toMatch(/^"'/);
    expect(shown(read(`${csvCell(formula)}\r\n`)[0]![0]!)).toBe(formula);
  },
);

it.each(['', "'", "it's", "'quoted'", '1', 'Ada', '"', ' =1'])('leaves %j as it is', (text) => {
  expect(read(`"",${csvCell(text)}\r\n`)[0]![1]).toBe(text);
});

it('gives every value back through a reader, and no cell that is a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.tuple(nasty, nasty), { selector: ([name]) => name, maxLength: 6 }), {
        minLength: 1,
        maxLength: 6,
      }),
      (submissions) => {
        const cells = read(file(submissions.map((fields) => row(fields))));
        for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        const names = [
          ...new Set(submissions.flatMap((fields) => Object.keys(payloadObject(payloadOfPairs(fields))))),
        ];
        for (const [index, fields] of submissions.entries()) {
          const values = new Map(fields);
          expect(cells[index + 1]!.slice(3, -1).map(shown)).toEqual(
            names.map((name) => values.get(name) ?? ''),
          );
        }
      },
    ),
    { numRuns: 500 },
  );
});
