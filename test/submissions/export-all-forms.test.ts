import { randomBytes } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { Form, FormInput } from '../../lambdas/forms/form.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { signIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import type { Answered, SentToOperation } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let key: string;
let accountId: string;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ key, accountId } = await newAccount(service.stores));
});

const form = (input: Partial<FormInput> = {}) => storedForm(service.stores, { account: accountId, ...input });
const at = '/v1/submissions/export';
const all = (
  query: Record<string, string> = {},
  as: Pick<SentToOperation, 'key' | 'cookies'> = { key },
): Promise<Answered> => service.call('exportSubmissions', { at, ...as, query });
const one = (of: Form, query: Record<string, string>): Promise<Answered> =>
  service.call('exportSubmissions', { key, path: { id: of.form_id }, query });
const table = ({ text }: Answered): string[][] => parse(text, { bom: true });
const sheets = async ({ bytes }: Pick<Answered, 'bytes'>) =>
  (await readXlsx(bytes)).sheets.map(({ name, rows }) => ({ name, rows }));

/**
 * Stores submissions of two forms that declare the same field, and an empty form. The newer form is first.
 */
async function twoForms() {
  const fields = (label: string) => [
    { name: 'email', label: 'E-mail', type: 'email' as const, required: false },
    { name: 'name', label, type: 'text' as const, required: false },
  ];
  const older = await form({ name: 'Contact', fields: fields('Your name') });
  const newer = await form({ name: 'Contact', fields: fields('Full name') });
  await form({ name: 'Empty', fields: fields('Nobody') });
  const now = Date.now();
  const made = [
    submissionOf(newer, { at: now - 3000, fields: { name: 'Ada', size: 'L' } }),
    submissionOf(newer, { at: now - 4000, fields: { name: 'Grace' }, status: 'spam' }),
    submissionOf(older, { at: now - 1000, fields: { email: 'alan@example.com', topic: '=1+1' } }),
  ] as const;
  await putSubmissions(service.stores, made);
  return { older, newer, made };
}

it("starts CSV rows with the form's name and uses titles that all forms agree on", async () => {
  const { made } = await twoForms();
  const response = await all();
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="submissions-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [ada, grace, alan] = made.map(({ submission_id, received_at, status }) => [
    'Contact',
    submission_id,
    received_at,
    status,
  ]);
  expect(table(response)).toEqual([
    ['form', 'id', 'received_at', 'status', 'E-mail', 'name', 'size', 'topic', 'attachments'],
    [...ada!, '', 'Ada', 'L', '', ''],
    [...grace!, '', 'Grace', '', '', ''],
    [...alan!, 'alan@example.com', '', '', "'=1+1", ''],
  ]);
});

it("has a line for each submission in NDJSON and applies the list's filters", async () => {
  const { made } = await twoForms();
  const ids = async (query: Record<string, string>) =>
    (await all({ format: 'ndjson', ...query })).text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: string }).id);
  const [ada, grace, alan] = made.map(({ submission_id }) => submission_id);
  expect(await ids({})).toEqual([ada, grace, alan]);
  expect(await ids({ status: 'spam' })).toEqual([grace]);
  expect(await ids({ q: 'alan' })).toEqual([alan]);
  expect(await ids({ starred: 'true' })).toEqual([]);
});

it('has an Excel sheet for each form with submissions', async () => {
  const { made } = await twoForms();
  const response = await all({ format: 'xlsx', time_zone: 'Asia/Kolkata', language: 'de' });
  expect(response.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const [ada, grace, alan] = made.map(({ submission_id, received_at }) => [
    'Contact',
    submission_id,
    // A workbook's times have no zone. In Kolkata, clocks are 5.5 hours ahead of UTC.
    new Date(Date.parse(received_at) + 5.5 * 60 * 60 * 1000),
  ]);
  const titles = ['Formular', 'ID', 'Eingegangen', 'Status', 'E-mail'];
  expect(await sheets(response)).toEqual([
    {
      name: 'Contact',
      rows: [
        [...titles, 'Full name', 'size', 'Dateien'],
        [...ada!, 'received', null, 'Ada', 'L', null],
        [...grace!, 'spam', null, 'Grace', null, null],
      ],
    },
    {
      name: 'Contact (2)',
      rows: [
        [...titles, 'Your name', 'topic', 'Dateien'],
        [...alan!, 'received', 'alan@example.com', null, '=1+1', null],
      ],
    },
  ]);
});

it('has a single sheet if only one form is exported, and an empty one if nothing matches', async () => {
  const { older } = await twoForms();
  expect((await sheets(await one(older, { format: 'xlsx', columns: '["email"]' }))).at(0)).toEqual({
    name: 'Contact',
    rows: [['E-mail'], ['alan@example.com']],
  });
  expect(await sheets(await one(older, { format: 'xlsx', q: 'nobody', columns: '["id"]' }))).toEqual([
    { name: 'Contact', rows: [['id']] },
  ]);
  expect(await sheets(await all({ format: 'xlsx', q: 'nobody', columns: '["id"]', language: 'it' }))).toEqual(
    [{ name: 'Invii', rows: [['ID']] }],
  );
});

it('includes all forms, even those left out of the list of all submissions', async () => {
  const oldest = await form({ name: 'Oldest' });
  await Promise.all(Array.from({ length: 200 }, () => form()));
  await putSubmissions(service.stores, [submissionOf(oldest, { fields: { name: 'Ada' } })]);
  expect(table(await all({ columns: '["form","name"]' }))).toEqual([
    ['form', 'name'],
    ['Oldest', 'Ada'],
  ]);
});

it("includes only forms that the caller can access, and never another account's forms", async () => {
  const { older, made } = await twoForms();
  const stranger = await newAccount(service.stores);
  const idsFor = async (given: Parameters<typeof all>[1]) =>
    table(await all({ columns: '["id"]' }, given))
      .slice(1)
      .flat();
  expect(await idsFor({ key: stranger.key })).toEqual([]);
  expect(await idsFor({ key })).toHaveLength(3);
  const { cookies } = await signIn(service.stores, accountId, { role: 'viewer', form_ids: [older.form_id] });
  expect(await idsFor({ cookies })).toEqual([made[2].submission_id]);
});

it("writes times in the account's time zone, not in those of individual forms", async () => {
  const of = await form({ time_zone: 'Europe/Berlin' });
  await putSubmissions(service.stores, [submissionOf(of, { at: Date.UTC(2026, 0, 15, 23, 30, 1, 5) })]);
  const columns = '["received_at"]';
  const timesOf = async (response: Promise<Answered>) => table(await response)[1]?.[0];
  expect(await timesOf(all({ columns }))).toBe('2026-01-15T23:30:01.005Z');
  expect(await timesOf(all({ columns, times: 'spreadsheet' }))).toBe('2026-01-15 23:30:01');
  expect(await timesOf(one(of, { columns, times: 'spreadsheet' }))).toBe('2026-01-16 00:30:01');
  await service.call('updateAccount', { key, body: { time_zone: 'Asia/Kolkata' } });
  expect(await timesOf(all({ columns }))).toBe('2026-01-16T05:00:01.005+05:30');
});

it('redirects to a short-lived link if the workbook is large', async () => {
  const of = await form();
  // Random text can't be compressed much, so the file is larger than one response.
  const made = Array.from({ length: 40 }, (_, index) =>
    submissionOf(of, {
      at: Date.now() - index * 1000,
      fields: Object.fromEntries(
        Array.from({ length: 8 }, (_, field) => [`f${field}`, randomBytes(15_000).toString('base64')]),
      ),
    }),
  );
  for (const each of made) await putSubmissions(service.stores, [each]);
  const response = await all({ format: 'xlsx', columns: '["payload.*"]' });
  expect(response.status).toBe(302);
  const link = new URL(response.headers['location']!);
  expect(link.pathname).toContain(`/${accountId}/`);
  const file = await fetch(link);
  expect(file.headers.get('content-disposition')).toMatch(/filename="submissions-.*\.xlsx"$/);
  const [found] = await sheets({ bytes: Buffer.from(await file.arrayBuffer()) });
  expect(found?.rows.slice(1)).toEqual(made.map(({ payload }) => [...payload].map(([, value]) => value)));
});
