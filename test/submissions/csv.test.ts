import { CsvError, parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import {
  BYTE_ORDER_MARK,
  csvCell,
  csvDelimiters,
  csvLine,
  type CsvDelimiter,
} from '../../lambdas/submissions/export/csv.ts';
import { ExportColumns, type ExportRow } from '../../lambdas/submissions/export/export-columns.ts';
import { payloadObject, payloadOfPairs } from '../../lambdas/core/payload.ts';
import { expectLinear } from '../support/linear-cost.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

const standard = {
  form: 'Contact',
  id: 'sub_1',
  received_at: '2026-11-20T12:00:00.000Z',
  status: 'received',
  starred: 'false',
  note: '',
  assignee: '',
  labels: '',
  handled_at: '',
  attachments: '',
};
const row = (fields: [string, string][], more: Partial<ExportRow['cells']> = {}): ExportRow => ({
  cells: { ...standard, ...more },
  fields,
});

function file(
  rows: readonly ExportRow[],
  delimiter: CsvDelimiter = 'comma',
  columns = new ExportColumns(),
): string {
  for (const { fields } of rows) columns.addFields(fields);
  const lines = [columns.titles(), ...rows.map((each) => columns.cells(each).map(String))];
  return BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells, delimiter)).join('');
}

/** Parses the text like a strict RFC 4180 reader, which requires the same number of cells in every line. */
const read = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' });

/** Reverses the CSV escaping as docs/specification.md describes for programs. */
const undone = (cell: string): string =>
  cell.replace(
    /(?<=^|[,;|\p{Cc}\p{Zl}\p{Zp}])(["\p{Zs}\p{Cf}]*)'(?='*(?:[=+\-@\t＝＋－＠]|\r(?!\n)))|^(["\p{Zs}\p{Cf}]*)'(?='*[\r\n])/gu,
    '$1$2',
  );

const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/** Generates field values that are difficult to escape in CSV. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(...FORMULA_STARTS, '"', "'", ',', ';', '|', ' ', 'a', '\u2028', '🙂', '\0'),
  }),
  fc.tuple(fc.constantFrom(...FORMULA_STARTS), fc.string()).map((parts) => parts.join('')),
);

it('starts with a byte order mark, uses RFC 4180 line endings, and has column titles', () => {
  expect(file([row([['name', 'Ada']])])).toBe(
    '\uFEFF"id","received_at","status","name","attachments"\r\n' +
      '"sub_1","2026-11-20T12:00:00.000Z","received","Ada",\r\n',
  );
});

it('has a column for each field in any submission, in order of appearance', () => {
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

it('renames fields whose names collide with columns', () => {
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

it('combines fields into one column if there are too many field names', () => {
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
  'turns %j into text',
  (formula) => {
    expect(csvCell(formula)).toMatch(/^"'/);
    expect(undone(read(`${csvCell(formula)}\r\n`)[0]![0]!)).toBe(formula);
  },
);

it.each(['', "'", "it's", "'quoted'", '1', 'Ada', '"', 'Hello,\r\nAda', 'a=1; b=2', 'a-b'])(
  'keeps %j unchanged',
  (text) => {
    expect(read(`"",${csvCell(text)}\r\n`)[0]![1]).toBe(text);
  },
);

it('survives a round trip through a CSV reader and never contains a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.tuple(nasty, nasty), { selector: ([name]) => name, maxLength: 6 }), {
        minLength: 1,
        maxLength: 6,
      }),
      (submissions) => {
        const cells = read(file(submissions.map((fields) => row(fields))));
        expect(cells.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
        const names = [
          ...new Set(submissions.flatMap((fields) => Object.keys(payloadObject(payloadOfPairs(fields))))),
        ];
        for (const [index, fields] of submissions.entries()) {
          const values = new Map(fields);
          expect(cells[index + 1]!.slice(3, -1).map(undone)).toEqual(
            names.map((name) => values.get(name) ?? ''),
          );
        }
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x,=1', "x,'=1"],
  ['x\t=1', "x\t'=1"],
  ['x|@1', "x|'@1"],
  ['x\n-1\r\n+1\r=1', "x\n'-1\r\n'+1\r'=1"],
  ['\0=1+1', "\0'=1+1"],
  ['x\0=1', "x\0'=1"],
  [' =1', " '=1"],
  ['x; " \uFEFF=1', 'x; " \uFEFF\'=1'],
  ['\t=1', "'\t'=1"],
  ["x;'=1", "x;''=1"],
  ['x;\tA', "x;'\tA"],
  ['x;＝1', "x;'＝1"],
])('prefixes each cell that would be a formula if a reader split %j at any separator', (text, guarded) => {
  expect(read(`${csvCell(text)}\r\n`)[0]![0]).toBe(guarded);
  expect(undone(guarded)).toBe(text);
});

it.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
] as const)('separates cells with a %s', (delimiter, separator) => {
  const text = file([row([['a;b', '1,2;3\t"4"']])], delimiter);
  expect(parse(text, { bom: true, record_delimiter: '\r\n', delimiter: separator })).toEqual([
    ['id', 'received_at', 'status', 'a;b', 'attachments'],
    ['sub_1', '2026-11-20T12:00:00.000Z', 'received', '1,2;3\t"4"', ''],
  ]);
});

const SEPARATORS = [',', ';', '\t', '|'];
const LINE_ENDS = [['\r\n'], ['\r\n', '\n', '\r']];

/** Parses the text like a spreadsheet, which accepts every file and closes an open quote at the end. */
function readLoosely(text: string, delimiter: string, record_delimiter: string[]): string[][] {
  const options = { bom: true, delimiter, record_delimiter, relax_quotes: true, relax_column_count: true };
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
    return parse(`${text}"`, options);
  }
}

/** Returns every cell that a reader could see, regardless of separator and quoting. */
function readings(text: string): string[] {
  return SEPARATORS.flatMap((separator) => [
    ...LINE_ENDS.flatMap((lineEnds) => readLoosely(text, separator, lineEnds).flat()),
    ...text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator)),
  ]);
}

it.each(csvDelimiters)(
  'has no cells that any reader would treat as a formula, separated by %s',
  (delimiter) => {
    // Matches cells that a spreadsheet would run as formulas. If the separator is a tab, a cell can start
    // with a tab, so the pattern skips it.
    const formula =
      delimiter === 'tab'
        ? /^["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u
        : /^["\s\p{Cc}\p{Cf}]*?[=+\-@\t＝＋－＠]|^["\s\p{Cc}\p{Cf}]*?\r(?!\n)/u;
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.tuple(nasty, nasty), { selector: ([name]) => name, maxLength: 6 }), {
          minLength: 1,
          maxLength: 4,
        }),
        (submissions) => {
          const text = file(
            submissions.map((fields) => row(fields)),
            delimiter,
          );
          expect(readings(text).filter((cell) => formula.test(cell))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  },
);

it('takes time proportional to the length of the text, whatever it contains', async () => {
  for (const unit of [' ', '"', "'", ',', '\t', ", '", "\t'", '" '])
    await expectLinear((factor) => {
      const text = unit.repeat(Math.floor((100_000 * factor) / unit.length));
      return () => csvCell(text);
    });
});

it('puts declared fields first and uses their labels as titles if these are unique', () => {
  const columns = new ExportColumns();
  columns.addForm([
    { name: 'b', label: 'Name' },
    { name: 'a', label: 'Name' },
    { name: 'c', label: 'status' },
    { name: 'd', label: 'x' },
    { name: 'e' },
    { name: 'f', label: '=1+1' },
  ]);
  const fields: [string, string][] = [
    ['x', '7'],
    ['a', '1'],
    ['b', '2'],
  ];
  expect(read(file([row(fields)], 'comma', columns))).toEqual([
    ['id', 'received_at', 'status', 'Name', 'a', 'c', 'd', 'e', "'=1+1", 'x', 'attachments'],
    ['sub_1', '2026-11-20T12:00:00.000Z', 'received', '2', '1', '', '', '', '', '7', ''],
  ]);
});

it("starts with the form's name if there are several forms and uses labels that are the same in all forms", () => {
  const columns = new ExportColumns({ ofSeveralForms: true });
  columns.addForm([
    { name: 'email', label: 'E-mail' },
    { name: 'name', label: 'Your name' },
  ]);
  columns.addForm([
    { name: 'email', label: 'E-mail' },
    { name: 'name', label: 'Full name' },
    { name: 'form' },
  ]);
  expect(columns.titles()).toEqual([
    'form',
    'id',
    'received_at',
    'status',
    'E-mail',
    'name',
    'payload.form',
    'attachments',
  ]);
});

it("puts fields that aren't in the list where `payload.*` is", () => {
  const columns = new ExportColumns({ chosen: ['note', 'b', 'payload.*', 'payload.note', 'labels'] });
  const fields: [string, string][] = [
    ['a', '1'],
    ['b', '2'],
    ['note', '3'],
    ['c', '4'],
  ];
  columns.addFields(fields);
  expect(columns.titles()).toEqual(['note', 'b', 'a', 'c', 'payload.note', 'labels']);
  expect(columns.cells(row(fields, { note: 'Called', labels: 'Urgent' }))).toEqual([
    'Called',
    '2',
    '1',
    '4',
    '3',
    'Urgent',
  ]);
});
