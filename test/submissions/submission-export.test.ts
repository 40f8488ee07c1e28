import { parse } from 'csv-parse/sync';
import type { Form } from '../../lambdas/forms/form.ts';
import { NO_NAMES } from '../../lambdas/submissions/handling/names.ts';
import { newAccount } from '../support/samples/accounts.ts';
import type { Answered } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';

let service: TestOperations;
let key: string;
let accountId: string;

beforeAll(async () => {
  service = await startOperations();
  ({ key, accountId } = await newAccount(service.stores));
});
afterAll(() => service.stop());

const form = () => storedForm(service.stores, { account: accountId });
const get = (of: Form, query: Record<string, string> = {}, by = key): Promise<Answered> =>
  service.call('exportSubmissions', { key: by, path: { id: of.form_id }, query });

const table = (csv: string): string[][] => parse(csv, { bom: true });
const lines = (ndjson: string): any[] =>
  ndjson
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

it('sends a small export in the response as a named file', async () => {
  const of = await form();
  const older = submissionOf(of, { at: Date.now() - 2000, fields: { name: 'Ada', note: '=1+1' } });
  const newer = submissionOf(of, { at: Date.now() - 1000, fields: { name: 'Grüße', city: 'Köln' } });
  await putSubmissions(service.stores, [older, newer]);

  const csv = await get(of);
  expect(csv.status).toBe(200);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      new RegExp(`^attachment; filename="${of.slug}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    ),
  });
  expect(table(csv.text)).toEqual([
    ['id', 'received_at', 'status', 'name', 'city', 'note', 'attachments'],
    [newer.submission_id, newer.received_at, 'received', 'Grüße', 'Köln', '', ''],
    [older.submission_id, older.received_at, 'received', 'Ada', '', "'=1+1", ''],
  ]);

  const ndjson = await get(of, { format: 'ndjson' });
  expect(ndjson.headers['content-type']).toBe('application/x-ndjson');
  const { body } = await service.call('listSubmissions', { key, path: { id: of.form_id } });
  expect(lines(ndjson.text)).toEqual(body.data);
});

it('exports an empty list as a table without rows in CSV and as no lines in NDJSON', async () => {
  const of = await form();
  expect(table((await get(of, { format: 'csv' })).text)).toEqual([
    ['id', 'received_at', 'status', 'attachments'],
  ]);
  expect((await get(of, { format: 'ndjson' })).text).toBe('');
});

it('exports submissions that match the list filters', async () => {
  const of = await form();
  const now = Date.now();
  const [old, young] = [submissionOf(of, { at: now - 60_000 }), submissionOf(of, { at: now - 1000 })];
  const spam = submissionOf(of, { at: now - 30_000, status: 'spam' });
  await putSubmissions(service.stores, [old, young, spam]);
  const exported = async (query: Record<string, string>) =>
    lines((await get(of, { format: 'ndjson', ...query })).text).map(({ id }) => id);
  expect(await exported({})).toEqual([young.submission_id, spam.submission_id, old.submission_id]);
  expect(await exported({ status: 'spam' })).toEqual([spam.submission_id]);
  expect(await exported({ status: 'received' })).toEqual([young.submission_id, old.submission_id]);
  const since = new Date(now - 45_000).toISOString();
  expect(await exported({ since })).toEqual([young.submission_id, spam.submission_id]);
  expect(await exported({ since, until: new Date(now - 10_000).toISOString() })).toEqual([
    spam.submission_id,
  ]);
});

it.each(['csv', 'ndjson'])('redirects to a short-lived link for a large %s export', async (format) => {
  const of = await form();
  // Text with Unicode line separators and escapes, to check that data buffered on disk is restored unchanged.
  const text = `\u2028"${'ü'.repeat(100_000)}\n`;
  const made = Array.from({ length: 60 }, (_, index) =>
    submissionOf(of, { at: Date.now() - index * 1000, fields: { index: String(index), text } }),
  );
  for (const each of made) await putSubmissions(service.stores, [each]);

  const response = await get(of, { format });
  expect(response).toMatchObject({ status: 302, text: '' });
  const link = response.headers['location']!;
  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300');
  const file = await fetch(link);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toContain(`${of.slug}-`);
  expect(file.headers.get('content-type')).toMatch(format === 'csv' ? /^text\/csv/ : /ndjson/);
  const body = await file.text();
  const rows = format === 'csv' ? table(body).slice(1) : lines(body);
  const texts = rows.map((row) => (Array.isArray(row) ? row.slice(3, 5) : Object.values(row.payload)));
  expect(texts).toEqual(made.map((_, index) => [String(index), text]));

  const another = await fetch(
    link.replace(/Signature=./, (begin) => `Signature=${begin.endsWith('0') ? '1' : '0'}`),
  );
  expect([400, 403]).toContain(another.status);
});

it.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
])('separates CSV cells with a %s on request', async (delimiter, separator) => {
  const of = await form();
  const stored = submissionOf(of, { fields: { note: 'a,b;c\td', formula: 'x;=1+1;y' } });
  await putSubmissions(service.stores, [stored]);
  const { text } = await get(of, { delimiter });
  expect(parse(text, { bom: true, delimiter: separator })).toEqual([
    ['id', 'received_at', 'status', 'note', 'formula', 'attachments'],
    [stored.submission_id, stored.received_at, 'received', 'a,b;c\td', "x;'=1+1;y", ''],
  ]);
});

it.each([
  { format: 'xls' },
  { delimiter: 'pipe' },
  { format: 'ndjson', delimiter: 'comma' },
  { format: '' },
  { status: 'all' },
  { since: 'monday' },
  { since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' },
] as Record<string, string>[])('refuses the query %j', async (query) => {
  expect((await get(await form(), query)).status).toBe(422);
});

it("responds with 404 for another account's form", async () => {
  const stranger = await newAccount(service.stores);
  const theirs = await storedForm(service.stores, { account: stranger.accountId });
  expect((await get(theirs)).status).toBe(404);
});

it('asks for a smaller export if time runs out and leaves no files in the bucket', async () => {
  const { exportSubmissions } = await import('../../lambdas/submissions/export/export-submissions.ts');
  const { exportStore } = await import('../../lambdas/submissions/export/export-store.ts');
  const of = await form();
  let time = 0;
  const act = exportSubmissions({
    forms: { find: () => Promise.resolve(of), listOf: () => Promise.reject(new Error('Not used')) },
    zones: { find: () => Promise.resolve(undefined) },
    submissions: {
      // On the fake clock, reading one megabyte takes one second.
      all: async function* () {
        for (;;) {
          time += 1000;
          yield [submissionOf(of, { fields: { text: 'x'.repeat(1_000_000) } })];
          await Promise.resolve();
        }
      },
    },
    exports: exportStore(service.buckets.s3, service.buckets.exports),
    handling: {
      labels: { find: () => Promise.resolve([]) },
      assignees: { find: () => Promise.resolve(undefined), list: () => Promise.resolve([]) },
    },
    names: { namesOf: () => Promise.resolve(NO_NAMES) },
    baseUrl: 'http://api.test',
    now: () => time,
  });
  const before = await service.buckets.keys(service.buckets.exports);
  for (const format of ['csv', 'ndjson', 'xlsx'] as const) {
    time = 0;
    const request = {
      event: { requestContext: { http: { method: 'GET' } } },
      path: { id: of.form_id },
      query: { format },
      caller: { account_id: of.account_id },
    } as unknown as Parameters<typeof act>[0];
    await expect(act(request)).rejects.toMatchObject({
      name: 'ValidationFailed',
      errors: [{ path: 'since' }],
    });
  }
  expect(await service.buckets.keys(service.buckets.exports)).toEqual(before);
});

it('writes CSV times with their offset in the requested time zone', async () => {
  const of = await form();
  const winter = submissionOf(of, { at: Date.UTC(2026, 0, 15, 23, 30, 1, 5) });
  const summer = submissionOf(of, { at: Date.UTC(2026, 6, 15, 12, 0, 0, 0) });
  await putSubmissions(service.stores, [winter, summer]);
  const timesIn = async (time_zone: string) =>
    table((await get(of, { time_zone })).text)
      .slice(1)
      .map(([, receivedAt]) => receivedAt);
  expect(await timesIn('Europe/Berlin')).toEqual([
    '2026-07-15T14:00:00.000+02:00',
    '2026-01-16T00:30:01.005+01:00',
  ]);
  expect(await timesIn('Asia/Kolkata')).toEqual([
    '2026-07-15T17:30:00.000+05:30',
    '2026-01-16T05:00:01.005+05:30',
  ]);
  expect(await timesIn('UTC')).toEqual(['2026-07-15T12:00:00.000+00:00', '2026-01-15T23:30:01.005+00:00']);
});

it("writes CSV times in the form's time zone or, if it has none, the account's", async () => {
  const account = await newAccount(service.stores);
  const stored = (time_zone: string | null) =>
    storedForm(service.stores, { account: account.accountId, time_zone });
  const timeIn = async (of: Form) => {
    await putSubmissions(service.stores, [submissionOf(of, { at: Date.UTC(2026, 0, 15, 23, 30, 1, 5) })]);
    return table((await get(of, {}, account.key)).text)[1]?.[1];
  };
  expect(await timeIn(await stored(null))).toBe('2026-01-15T23:30:01.005Z');
  const body = { time_zone: 'Asia/Kolkata' };
  expect((await service.call('updateAccount', { key: account.key, body })).status).toBe(200);
  expect(await timeIn(await stored(null))).toBe('2026-01-16T05:00:01.005+05:30');
  expect(await timeIn(await stored('Europe/Berlin'))).toBe('2026-01-16T00:30:01.005+01:00');
});

it('joins the values of a list in one cell or writes them as the stored JSON', async () => {
  const of = await form();
  const fields = { topics: '["a","=1+1"]', numbers: '[1,2]', text: '["not json' };
  await putSubmissions(service.stores, [submissionOf(of, { fields })]);
  const [, joined] = table((await get(of)).text);
  expect(joined?.slice(3, 6)).toEqual(["a; '=1+1", '[1,2]', '["not json']);
  const [, json] = table((await get(of, { lists: 'json' })).text);
  expect(json?.[3]).toContain('["a"');
});

it('writes only the requested columns, in the requested order, with labels as titles', async () => {
  const of = await storedForm(service.stores, {
    account: accountId,
    fields: [{ name: 'email', label: 'E-mail', type: 'email', required: false }],
  });
  const submission = submissionOf(of, { fields: { name: 'Ada', email: 'ada@example.com', id: '7' } });
  await putSubmissions(service.stores, [submission]);
  const columns = JSON.stringify(['email', 'payload.id', 'received_at', 'nobody']);
  expect(table((await get(of, { columns })).text)).toEqual([
    ['E-mail', 'payload.id', 'received_at', 'nobody'],
    ['ada@example.com', '7', submission.received_at, ''],
  ]);
});

it.each<Record<string, string>>([
  { columns: 'email' },
  { columns: '[]' },
  { columns: '["a","a"]' },
  { columns: '["a"]', format: 'ndjson' },
  { time_zone: 'Europe/Atlantis' },
  { time_zone: '+01:00' },
  { time_zone: 'UTC', format: 'ndjson' },
  { lists: 'json', format: 'ndjson' },
  { lists: 'xml' },
  { language: 'fr' },
  { language: 'de', format: 'ndjson' },
  { times: 'unix' },
  { times: 'spreadsheet', format: 'xlsx' },
  { delimiter: 'comma', format: 'xlsx' },
])('refuses %j', async (query) => {
  expect((await get(await form(), query)).status).toBe(422);
});
