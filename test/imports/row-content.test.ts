/** Tests how rows are converted to submissions, and which rows are refused. */
import { contentOf, rowDigests, RowProblem, type RowRules } from '../../lambdas/imports/row-content.ts';
import type { Cells } from '../../lambdas/imports/file-rows.ts';
import { timeParser } from '../../lambdas/imports/parse-time.ts';
import { expiryOf } from '../../lambdas/imports/imported-submission.ts';

const STARTED = Date.parse('2026-06-01T12:00:00.000Z');
const rules: RowRules = {
  isOwn: false,
  isEscaped: false,
  parseTime: timeParser('UTC'),
  startedAt: STARTED,
  isControlField: (name) => name === '_gotcha',
  targetOf: (column) => (column === 'ip' ? null : column),
};
const problemOf = (cells: Cells, with_: Partial<RowRules> = {}) => {
  try {
    contentOf(cells, { ...rules, ...with_ });
  } catch (error) {
    if (error instanceof RowProblem) return { column: error.column, message: error.message };
    throw error;
  }
  return undefined;
};

it('reads the fields, time, status, and note and drops the rest', () => {
  expect(
    contentOf(
      [
        ['$received_at', '2026-01-31 10:30'],
        ['$status', 'SPAM'],
        ['$note', 'Call back'],
        ['name', 'Ada'],
        ['empty', ''],
        ['color', 'red'],
        ['color', 'blue'],
        ['ip', '192.0.2.1'],
        ['_gotcha', 'x'],
      ],
      rules,
    ),
  ).toEqual({
    receivedAt: Date.parse('2026-01-31T10:30:00.000Z'),
    status: 'spam',
    note: 'Call back',
    payload: new Map([
      ['name', 'Ada'],
      ['empty', ''],
      ['color', '["red","blue"]'],
    ]),
  });
});

it('uses the time of the import if there is no time column', () => {
  expect(contentOf([['name', 'Ada']], rules)).toMatchObject({ receivedAt: STARTED, status: 'received' });
});

it("removes formula markers only from the service's own exports", () => {
  const cells: Cells = [['sum', "'=1+1;'=2"]];
  expect([...contentOf(cells, { ...rules, isEscaped: true }).payload.values()]).toEqual(['=1+1;=2']);
  expect([...contentOf(cells, rules).payload.values()]).toEqual(["'=1+1;'=2"]);
});

it.each<[string, Cells, string | null, string]>([
  ['a future time', [['$received_at', '2026-06-01T12:00:01Z']], '$received_at', 'The time is in the future.'],
  ['a time before 1970', [['$received_at', '1969-12-31']], '$received_at', 'The time is before 1970.'],
  [
    'an ambiguous date',
    [['$received_at', '03/04/2026']],
    '$received_at',
    'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.',
  ],
  [
    'an unreadable time',
    [['$received_at', 'secret']],
    '$received_at',
    'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.',
  ],
  ['an unknown status', [['$status', 'secret']], '$status', 'The status must be "received" or "spam".'],
  ['a long note', [['$note', 'x'.repeat(4001)]], '$note', 'The note is longer than 4000 characters.'],
])('refuses %s', (_, special, column, message) => {
  expect(problemOf([...special, ['name', 'Ada']])).toEqual({ column, message });
});

it('refuses a row with no fields, too many fields, or too much text', () => {
  expect(problemOf([['ip', '192.0.2.1']])).toMatchObject({ message: 'The row has no value for any field.' });
  const many = Array.from({ length: 201 }, (_, index) => [`f${index}`, 'x'] as const);
  expect(problemOf(many)).toMatchObject({ column: null, message: expect.stringContaining('200') });
  expect(problemOf([['name', 'x'.repeat(256 * 1024)]])).toMatchObject({ column: null });
});

it('omits empty cells if there are more columns than a submission can have fields', () => {
  const many = Array.from({ length: 300 }, (_, index) => [`f${index}`, index < 5 ? 'x' : ''] as const);
  expect(contentOf(many, rules).payload.size).toBe(5);
});

it('distinguishes equal rows in a file and computes the same digests for the same file', () => {
  const rows: Cells[] = [[['a', '1']], [['a', '2']], [['a', '1']], [['a', '1']]];
  const of = (formId: string) => rows.map(rowDigests(formId)).map((digest) => digest.toString('hex'));
  expect(new Set(of('frm_1')).size).toBe(4);
  expect(of('frm_1')).toEqual(of('frm_1'));
  expect(of('frm_2')).not.toEqual(of('frm_1'));
});

it('keeps imported spam for 30 days after the import and lets old rows expire immediately', () => {
  const config = { startedAt: STARTED, spamRetentionDays: 30 };
  const old = STARTED - 3000 * 86_400_000;
  const at = (time: number) => Math.floor(time / 1000);
  const expiry = (status: 'received' | 'spam', retention_days: number | null, receivedAt = old) =>
    expiryOf({ retention_days }, { receivedAt, status }, config);
  expect(expiry('received', null)).toBeUndefined();
  expect(expiry('spam', null)).toBe(at(STARTED + 30 * 86_400_000));
  expect(expiry('received', 90)).toBe(at(STARTED));
  expect(expiry('received', 90, STARTED - 86_400_000)).toBe(at(STARTED + 89 * 86_400_000));
});
