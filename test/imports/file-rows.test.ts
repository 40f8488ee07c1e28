/** Tests how the rows of CSV and NDJSON files are read. */
import { detectFile } from '../../lambdas/imports/detect-file.ts';
import { csvRows, ndjsonRows, type FileRow } from '../../lambdas/imports/file-rows.ts';

async function csv(bytes: Buffer, columns: readonly string[]): Promise<FileRow[]> {
  const found = detectFile(bytes, { format: 'csv', isWhole: true });
  if ('problem' in found) throw new Error(found.problem);
  const rows: FileRow[] = [];
  for await (const row of csvRows(bytes.subarray(found.offset), found, columns)) rows.push(row);
  return rows;
}
const cells = (rows: readonly FileRow[]) =>
  rows.map((row) => ('cells' in row ? row.cells.map(([, value]) => value) : row.problem));

it('reads quotes, line breaks, and empty lines', async () => {
  const file = Buffer.from('name,text\r\nAda,"a ""quoted""\r\ntext, with a comma"\r\n\r\nBob,\n');
  expect(cells(await csv(file, ['name', 'text']))).toEqual([
    ['Ada', 'a "quoted"\r\ntext, with a comma'],
    ['Bob', ''],
  ]);
});

it.each([
  [';', 'a;"b,c"\n1;2\n'],
  ['\t', 'a\tb\n1\t2\n'],
  [',', '\uFEFFa,b\n1,2\n'],
])('detects the delimiter %j', async (delimiter, text) => {
  expect(detectFile(Buffer.from(text), { format: 'csv', isWhole: true })).toMatchObject({
    encoding: 'utf-8',
    delimiter,
  });
  expect(cells(await csv(Buffer.from(text), ['a', 'b']))).toEqual([['1', '2']]);
});

it('detects Windows-1252', async () => {
  const file = Buffer.concat([Buffer.from('a,b\n'), Buffer.from([0xfc, 0x2c, 0x80, 0x93, 0x0a])]);
  expect(detectFile(file, { format: 'csv', isWhole: true })).toMatchObject({ encoding: 'windows-1252' });
  expect(cells(await csv(file, ['a', 'b']))).toEqual([['ü', '€“']]);
});

it('recognizes UTF-8 even if the sample ends inside a character', () => {
  const sample = Buffer.from('a\nü').subarray(0, 3);
  expect(detectFile(sample, { format: 'csv', isWhole: false })).toMatchObject({ encoding: 'utf-8' });
  expect(detectFile(sample, { format: 'csv', isWhole: true })).toMatchObject({ encoding: 'windows-1252' });
});

it('refuses UTF-16, and NDJSON that is not UTF-8', () => {
  const utf16 = Buffer.from('\uFEFFa,b\n', 'utf16le');
  expect(detectFile(utf16, { format: 'csv', isWhole: true })).toEqual({
    problem: expect.stringContaining('UTF-16'),
  });
  const latin1 = Buffer.from('{"a":"ü"}', 'latin1');
  expect(detectFile(latin1, { format: 'ndjson', isWhole: true })).toEqual({
    problem: 'NDJSON files must be in UTF-8.',
  });
});

it('reports rows with too few or too many cells and a broken last row', async () => {
  expect(cells(await csv(Buffer.from('a,b\n1\n1,2\n1,2,3\n4,"5'), ['a', 'b']))).toEqual([
    'The row has a different number of cells (1) than the header (2).',
    ['1', '2'],
    'The row has a different number of cells (3) than the header (2).',
    'A quotation mark is missing. The row is incomplete.',
  ]);
});

it('stops at a row of 50 MB', async () => {
  const file = Buffer.concat([
    Buffer.from('a,b\n1,2\n"'),
    Buffer.alloc(50 * 1024 * 1024, 'x'),
    Buffer.from('\n3,4\n'),
  ]);
  expect(cells(await csv(file, ['a', 'b']))).toEqual([
    ['1', '2'],
    'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.',
  ]);
});

it('reads NDJSON and skips a line of 50 MB', () => {
  const file = Buffer.concat([
    Buffer.from('{"a":"1","b":[1,2],"c":null}\n\n'),
    Buffer.alloc(50 * 1024 * 1024, 'x'),
    Buffer.from('\n[1]\n{"a":"é"}'),
  ]);
  expect([...ndjsonRows(file)]).toEqual([
    {
      cells: [
        ['a', '1'],
        ['b', '[1,2]'],
      ],
    },
    { problem: 'The line is longer than 2 MB.' },
    { problem: 'The line is not a JSON object.' },
    { cells: [['a', 'é']] },
  ]);
});

it('reads the payload of an exported submission as separate columns', () => {
  const line = {
    id: 'sub_1',
    received_at: '2026-01-31T10:30:00.000Z',
    note: null,
    payload: { note: 'x', n: 1 },
  };
  expect([...ndjsonRows(Buffer.from(JSON.stringify(line)))]).toEqual([
    {
      cells: [
        ['id', 'sub_1'],
        ['received_at', '2026-01-31T10:30:00.000Z'],
        ['payload.note', 'x'],
        ['payload.n', '1'],
      ],
    },
  ]);
});
