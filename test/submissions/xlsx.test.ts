import * as fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { sheetNames } from '../../lambdas/submissions/export/xlsx/sheet-names.ts';
import { workbook, type Sheet } from '../../lambdas/submissions/export/xlsx/workbook.ts';
import { expectLinear } from '../support/linear-cost.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

type Cells = Sheet['rows'] extends AsyncIterable<infer Row> ? Row : never;

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}
const sheet = (name: string, titles: readonly string[], rows: readonly Cells[]): Sheet => ({
  name,
  titles,
  rows: each(rows),
});

async function file(sheets: readonly Sheet[], maxRows?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook(each(sheets), maxRows)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the workbook with another library. */
async function read(bytes: Buffer): Promise<Record<string, unknown[][]>> {
  const { sheets } = await readXlsx(bytes);
  return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]));
}

const sheetXml = (bytes: Buffer): string => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);

it('has a sheet for each form with titles, text, and real dates', async () => {
  const bytes = await file([
    sheet(
      'Contact',
      ['Received', 'Name'],
      [
        [{ clock: Date.UTC(2026, 10, 20, 10, 30, 1) }, 'Ada'],
        ['', 'Grüße 🙂'],
      ],
    ),
    sheet('Jobs', ['Name'], []),
  ]);
  expect(await read(bytes)).toEqual({
    Contact: [
      ['Received', 'Name'],
      [new Date('2026-11-20T10:30:01.000Z'), 'Ada'],
      [null, 'Grüße 🙂'],
    ],
    Jobs: [['Name']],
  });
  // Excel counts days from 1899-12-30: 46,346 days until 2026-11-20, and 10:30:01 is 37,801 s of 86,400.
  expect(sheetXml(bytes)).toContain(`<c r="A2" s="2"><v>${46346 + 37801 / 86400}</v></c>`);
});

it('never contains a formula or a number, whatever is submitted', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    "'=1",
    '=HYPERLINK("http://x")',
    '1',
    '1e3',
    'TRUE',
    '2026-11-20',
    '<f>1+1</f>',
    ']]>',
    '&amp;',
  ];
  const bytes = await file([sheet('Contact', texts, [texts])]);
  expect((await read(bytes))['Contact']).toEqual([texts, texts]);
  const xml = sheetXml(bytes);
  expect(xml).not.toContain('<f');
  // Cell format 1 is text, and format 3 is bold text for titles.
  expect(new Set(xml.match(/<c r="[A-Z]+1" [^>]*>/g)!.map((cell) => cell.slice(cell.indexOf(' s'))))).toEqual(
    new Set([' s="3" t="inlineStr">']),
  );
  expect(new Set(xml.match(/<c r="[A-Z]+2" [^>]*>/g)!.map((cell) => cell.slice(cell.indexOf(' s'))))).toEqual(
    new Set([' s="1" t="inlineStr">']),
  );
  const styles = strFromU8(unzipSync(bytes)['xl/styles.xml']!);
  const formats = /<cellXfs.*<\/cellXfs>/.exec(styles)![0].match(/numFmtId="(\d+)"/g);
  expect(formats).toEqual(['numFmtId="0"', 'numFmtId="49"', 'numFmtId="164"', 'numFmtId="49"']);
});

it.each([
  ['control characters', 'a\0b\x08\x1Fc\x7F', 'a\uFFFDb\uFFFD\uFFFDc\x7F'],
  ['half characters', '\uD83D x \uDE42', '\uFFFD x \uFFFD'],
  ["characters that XML doesn't allow", '\uFFFE\uFFFF', '\uFFFD\uFFFD'],
  ['line breaks', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['leading and trailing spaces', '  a\t', '  a\t'],
])('replaces or keeps %s', async (_, posted, expected) => {
  expect((await read(await file([sheet('S', ['t'], [[posted]])])))['S']![1]).toEqual([expected]);
});

it('escapes text that spreadsheets would decode as a character', async () => {
  const xml = sheetXml(await file([sheet('S', ['t'], [['_x0041_ _x00e4_ _x41_']])]));
  expect(xml).toContain('>_x005F_x0041_ _x005F_x00e4_ _x41_<');
});

it('truncates text that is too long for a cell', async () => {
  const rows = [['a'.repeat(32_767)], ['b'.repeat(32_768)], [`${'c'.repeat(32_765)}🙂🙂`]];
  const cells = (await read(await file([sheet('S', ['t'], rows)])))['S']!.slice(1).flat();
  expect(cells).toEqual(['a'.repeat(32_767), `${'b'.repeat(32_766)}…`, `${'c'.repeat(32_765)}…`]);
});

it('continues on another sheet if there are more rows than a sheet can hold', async () => {
  const rows = ['1', '2', '3', '4', '5'].map((text) => [text]);
  expect(await read(await file([sheet('Contact', ['n'], rows)], 3))).toEqual({
    Contact: [['n'], ['1'], ['2']],
    'Contact (2)': [['n'], ['3'], ['4']],
    'Contact (3)': [['n'], ['5']],
  });
});

it('names its 5,000 columns correctly', async () => {
  const titles = Array.from({ length: 5000 }, (_, index) => `f${index}`);
  const bytes = await file([sheet('S', titles, [titles])]);
  expect((await read(bytes))['S']).toEqual([titles, titles]);
  expect(sheetXml(bytes)).toContain('<c r="ZZ1"');
  expect(sheetXml(bytes)).toContain('<c r="AAA2"');
  expect(sheetXml(bytes)).toContain('<c r="GJH2"');
});

it('gives each sheet a unique name that Excel allows', () => {
  const nameOf = sheetNames();
  const long = 'A form with a name of more than 31 characters';
  const wanted = [
    'Contact',
    'contact',
    "'Q: a/b\\c?*[x]'",
    '',
    ' : ',
    'History',
    long,
    long,
    `${'x'.repeat(30)}🙂`,
    'a\0b',
  ];
  expect(wanted.map(nameOf)).toEqual([
    'Contact',
    'contact (2)',
    'Q a b c x',
    'Sheet',
    'Sheet (2)',
    'History (2)',
    'A form with a name of more than',
    'A form with a name of more (2)',
    'x'.repeat(30),
    'a b',
  ]);
});

it('can be opened with any text and any names', async () => {
  const text = fc.string({ unit: anyCharacter });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(text, fc.array(text)), { minLength: 1, maxLength: 5 }),
      async (sheets) => {
        const bytes = await file(
          sheets.map(([name, cells]) => sheet(name, ['title'], [['', ...cells, 'end']])),
        );
        const found = (await readXlsx(bytes)).sheets;
        expect(found.map(({ rows }) => rows[1]?.at(-1))).toEqual(sheets.map(() => 'end'));
        expect(found.map(({ rows }) => rows[1]?.length)).toEqual(sheets.map(([, cells]) => cells.length + 2));
        for (const { name } of found) expect(name).toMatch(/^(?!')[^\p{Cc}:\\/?*[\]]{1,31}(?<!')$/u);
        expect(new Set(found.map(({ name }) => name.toLowerCase())).size).toBe(sheets.length);
      },
    ),
    { numRuns: 100 },
  );
});

it('takes time proportional to the length of the text, whatever it contains', async () => {
  for (const unit of ['&', '_x', '\r', '\uD800'])
    await expectLinear((factor) => {
      const row = [unit.repeat(15_000), unit.repeat(30_000)];
      const rows = Array.from({ length: 4 * factor }, () => row);
      return () => file([sheet('S', ['t'], rows)]);
    });
});
