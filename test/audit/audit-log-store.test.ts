/**
 * Tests listing the audit log: pages, filters, months, expired rows, and outcomes that are recorded later.
 */
import { paginateScan, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { auditRowMatches, type AuditFilter } from '../../lambdas/people/audit-log/audit-query.ts';
import { auditLog, auditReader, removeAuditLog } from '../../lambdas/audit/audit-log-store.ts';
import type { AuditEventView, AuditSource } from '../../lambdas/audit/audit-event.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;

let stores: TestStores;
let table: string;
let count = 0;
let source: AuditSource;

beforeAll(async () => {
  stores = await startStores();
  table = stores.tables.auditEvents;
});
afterAll(() => stores.stop());
beforeEach(() => {
  count += 1;
  source = {
    account_id: `acc_00000000${String(count).padStart(4, '0')}`,
    actor: { type: 'key', id: 'key_1', name: 'CI' },
    request_id: 'request',
    ip: '203.0.113.7',
  };
});

const logAt = (at: number) => auditLog(stores.db, table, () => at, systemRandom);
const change = (action = 'updateForm', id = 'frm_0000000001') =>
  ({ action, target: { type: 'form', id } }) as const;
const add = (at: number, action?: string, by: Partial<AuditSource> = {}): Promise<void> =>
  logAt(at).record({ ...source, ...by }, change(action));

/** Returns a page and the number of queries it took. */
async function page(
  { since, until, ...wanted }: Partial<AuditFilter> = {},
  limit = 100,
  after?: string,
  form_ids?: string[],
) {
  let queries = 0;
  const db = new Proxy(stores.db, {
    get: (target, name) =>
      name === 'send' ? (command: any) => ((queries += 1), target.send(command)) : Reflect.get(target, name),
  });
  const matches = auditRowMatches(wanted, { account_id: source.account_id, form_ids });
  const isFiltered = Object.keys(wanted).length > 0;
  const reader = auditReader(db, table, () => NOW);
  const found = await reader.list(source.account_id, { since, until, matches, isFiltered }, limit, after);
  return { ...found, queries };
}

async function all(filter: Partial<AuditFilter>, limit: number): Promise<AuditEventView[][]> {
  const pages: AuditEventView[][] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await page(filter, limit, after);
    pages.push([...rows]);
    after = next;
  } while (after !== undefined);
  return pages;
}

it('lists each row once, newest first across months and years, at any page size', async () => {
  const days = [0, 1, 20, 21, 22, 51, 52, 120, 321, 325, 399];
  for (const day of days) await add(NOW - day * DAY);
  const expected = days.map((day) => new Date(NOW - day * DAY).toISOString());
  for (const limit of [1, 2, 3, 4, 100]) {
    const pages = await all({}, limit);
    expect(pages.flat().map(({ at }) => at)).toEqual(expected);
    expect(pages.length).toBeLessThanOrEqual(Math.ceil(days.length / limit));
  }
});

it('sets rows to expire after 400 days and hides them even if they are still stored', async () => {
  await add(NOW - 400 * DAY);
  await add(NOW - 401 * DAY);
  await add(NOW - 399 * DAY);
  expect((await page()).rows).toHaveLength(1);
  expect((await page({ until: NOW - 399.5 * DAY })).rows).toEqual([]);
  expect((await page({ until: NOW - 500 * DAY })).rows).toEqual([]);
  const stored = await stores.db.send(new ScanCommand({ TableName: table }));
  const ours = stored.Items!.filter((item) => item['account_month'].startsWith(source.account_id));
  expect(ours).toHaveLength(3);
  for (const { at, expires_at } of ours) expect(expires_at * 1000).toBe(Date.parse(at) + 400 * DAY);
});

it('lists rows from `since` (inclusive) to `until` (exclusive)', async () => {
  for (const day of [1, 2, 3, 40]) await add(NOW - day * DAY);
  const { rows } = await page({ since: NOW - 3 * DAY, until: NOW - DAY });
  expect(rows.map(({ at }) => at)).toEqual([2, 3].map((day) => new Date(NOW - day * DAY).toISOString()));
  expect((await page({ since: NOW - DAY, until: NOW - DAY })).rows).toEqual([]);
});

it('merges attempts with their outcomes, at any page size', async () => {
  const outcomes = ['completed', 'failed', undefined, 'completed', undefined, 'failed', 'completed'] as const;
  for (const [index, outcome] of outcomes.entries()) {
    const attempt = await logAt(NOW - 100 + index).begin(source, change('testWebhook'));
    if (outcome) await attempt.end(outcome);
  }
  const expected = outcomes.map((outcome) => outcome ?? 'attempted').toReversed();
  for (const limit of [1, 2, 3, 5, 100]) {
    const pages = await all({}, limit);
    expect(pages.flat().map(({ outcome }) => outcome)).toEqual(expected);
    expect((await all({ action: 'testWebhook' }, limit)).flat().map(({ outcome }) => outcome)).toEqual(
      expected,
    );
  }
});

it('never overwrites a row or its outcome', async () => {
  const attempt = await logAt(NOW).begin(source, change());
  await attempt.end('completed');
  await expect(attempt.end('failed')).rejects.toThrow('conditional request failed');
  expect((await page()).rows[0]).toMatchObject({ outcome: 'completed' });
});

it('filters rows by actor and by action', async () => {
  await add(NOW - 3, 'createForm');
  await add(NOW - 2, 'deleteForm', { actor: { type: 'member', id: 'mem_1', name: 'Ann' } });
  await add(NOW - 1, 'deleteForm');
  const actions = async (filter: Partial<AuditFilter>) =>
    (await page(filter)).rows.map(({ action, actor }) => [action, actor.id]);
  expect(await actions({ actor: 'key_1' })).toEqual([
    ['deleteForm', 'key_1'],
    ['createForm', 'key_1'],
  ]);
  expect(await actions({ action: 'deleteForm' })).toHaveLength(2);
  expect(await actions({ action: 'deleteForm', actor: 'mem_1' })).toEqual([['deleteForm', 'mem_1']]);
  expect(await actions({ action: 'deleteform' })).toEqual([]);
});

it('reads a limited number of rows per page when few match, and continues from there', async () => {
  const rows = Array.from({ length: 4500 }, (_, index) =>
    logAt(NOW - index * 1000).rowOf(source, change(index === 4400 ? 'deleteForm' : 'updateForm')),
  );
  for (let start = 0; start < rows.length; start += 100) {
    const some = rows.slice(start, start + 100);
    await Promise.all(
      some.map(({ Put: { TableName, Item } }) => stores.db.send(new PutCommand({ TableName, Item }))),
    );
  }
  const first = await page({ action: 'deleteForm' }, 10);
  expect(first.rows).toEqual([]);
  expect(first.next).toBeDefined();
  expect(first.queries).toBeLessThanOrEqual(4);
  const pages = await all({ action: 'deleteForm' }, 10);
  expect(pages.map((each) => each.length)).toEqual([0, 0, 1]);
  expect((await page({}, 10)).queries).toBe(1);
});

it('reads a month without rows at most once', async () => {
  const { rows, next, queries } = await page({ actor: 'key_1' });
  expect([rows, next]).toEqual([[], undefined]);
  expect(queries).toBeLessThanOrEqual(15);
});

it("hides other forms' rows from a caller who can only access specific forms", async () => {
  const at = logAt(NOW - 1);
  await at.record(source, change('updateForm', 'frm_0000000001'));
  await at.record(source, change('updateForm', 'frm_0000000002'));
  await at.record(source, {
    action: 'deleteWebhook',
    target: { type: 'webhook', id: 'wh_00000000020000000001' },
  });
  await at.record(source, { action: 'createApiKey', target: { type: 'api_key', id: 'key_2' } });
  const { rows } = await page({}, 100, undefined, ['frm_0000000001']);
  expect(rows.map(({ target }) => target.id).toSorted()).toEqual(['frm_0000000001', 'key_2']);
});

it("removes the account's rows from all months, but no other account's rows", async () => {
  for (const day of [0, 30, 200, 399, 400]) await add(NOW - day * DAY);
  const other = 'acc_999999999999';
  await add(NOW, 'createForm', { account_id: other });
  await removeAuditLog(stores.db, table, source.account_id, NOW);
  const accounts = new Set<string>();
  for await (const { Items } of paginateScan({ client: stores.db }, { TableName: table }))
    for (const { account_month } of Items!) accounts.add(account_month.split('#')[0]);
  expect(accounts).not.toContain(source.account_id);
  expect(accounts).toContain(other);
});
