import { jest } from '@jest/globals';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { signedRequest } from '../../lambdas/webhooks/delivery/envelope.ts';
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { newAccount } from '../support/samples/accounts.ts';
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

type Query = Record<string, string>;

const form = () => storedForm(service.stores, { account: accountId });
const list = (of: Form, query: Query = {}, as = key) =>
  service.call('listSubmissions', { key: as, path: { id: of.form_id }, query });

/** Follows the cursors to the end and returns the ids of each page. */
async function pages(of: Form, query: Query = {}): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await list(of, { ...query, ...(cursor !== undefined && { cursor }) });
    expect(status).toBe(200);
    found.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return found;
}

/** Stores `count` submissions, one second apart. Returns them newest first. */
async function filled(
  of: Form,
  count: number,
  statusOf: (index: number) => 'received' | 'spam' = () => 'received',
) {
  const start = Date.now() - count * 1000;
  const made = Array.from({ length: count }, (_, index) =>
    submissionOf(of, { at: start + index * 1000, status: statusOf(index) }),
  );
  await putSubmissions(service.stores, made);
  return made.reverse();
}

const idsOf = (made: readonly { submission_id: string }[]) => made.map(({ submission_id }) => submission_id);

it('lists submissions newest first, 25 per page by default, and marks the last page', async () => {
  const of = await form();
  const made = await filled(of, 50);
  expect(await pages(of)).toEqual([idsOf(made.slice(0, 25)), idsOf(made.slice(25))]);
  expect(await pages(of, { limit: '20' })).toEqual([
    idsOf(made.slice(0, 20)),
    idsOf(made.slice(20, 40)),
    idsOf(made.slice(40)),
  ]);
  expect(await pages(of, { limit: '100' })).toEqual([idsOf(made)]);
  expect(await pages(await form())).toEqual([[]]);
});

it('returns every submission exactly once while new ones arrive', async () => {
  const of = await form();
  const made = await filled(of, 60);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await list(of, { limit: '7', ...(cursor !== undefined && { cursor }) });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
    await Promise.all([1, 2, 3].map(() => putSubmissions(service.stores, [submissionOf(of)])));
  }
  expect(seen).toEqual(idsOf(made));
});

it('finds every match page by page, even if spam or other submissions are rare', async () => {
  const of = await form();
  const made = await filled(of, 300, (index) => (index % 97 === 0 ? 'spam' : 'received'));
  const spam = made.filter(({ status }) => status === 'spam');
  const received = made.filter(({ status }) => status === 'received');
  expect((await pages(of, { status: 'spam', limit: '3' })).flat()).toEqual(idsOf(spam));
  expect((await pages(of, { status: 'received' })).flat()).toEqual(idsOf(received));

  const flooded = await form();
  const mostlySpam = await filled(flooded, 300, (index) => (index % 97 === 0 ? 'received' : 'spam'));
  const few = mostlySpam.filter(({ status }) => status === 'received');
  expect((await pages(flooded, { status: 'received', limit: '2' })).flat()).toEqual(idsOf(few));
});

it('filters by time in any time zone, including since and excluding until', async () => {
  const of = await form();
  const made = await filled(of, 30, (index) => (index === 12 ? 'spam' : 'received'));
  const [until, since] = [made[10]!.received_at, made[20]!.received_at];
  expect((await pages(of, { since, until, limit: '4' })).flat()).toEqual(idsOf(made.slice(11, 21)));
  const inBerlin = new Date(Date.parse(since) + 3_600_000).toISOString().replace('Z', '+01:00');
  expect((await pages(of, { since: inBerlin, until })).flat()).toEqual(idsOf(made.slice(11, 21)));
  expect((await pages(of, { since, until, status: 'spam' })).flat()).toEqual(
    idsOf(made.slice(11, 21).filter(({ status }) => status === 'spam')),
  );
  expect((await pages(of, { since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' })).flat()).toEqual(
    idsOf(made),
  );
});

it('hides expired submissions even if they are still stored', async () => {
  const of = await storedForm(service.stores, { account: accountId, retention_days: 1 });
  const old = submissionOf(of, { at: Date.now() - DAY - 1000 });
  const young = submissionOf(of, { at: Date.now() - DAY + 60_000 });
  const oldSpam = submissionOf(of, { at: Date.now() - DAY - 1000, status: 'spam' });
  await putSubmissions(service.stores, [old, young, oldSpam]);
  expect(await pages(of)).toEqual([[young.submission_id]]);
  expect(await pages(of, { status: 'spam' })).toEqual([[]]);
  const get = (id: string) => service.call('getSubmission', { key, path: { id } });
  expect((await get(old.submission_id)).status).toBe(404);
  expect((await get(young.submission_id)).status).toBe(200);
});

it('accepts only unmodified cursors, and only for the same list and account', async () => {
  const of = await form();
  const another = await form();
  await filled(of, 30);
  const { body } = await list(of, { limit: '5' });
  const cursor: string = body.next_cursor;
  expect((await list(of, { cursor, limit: '9' })).status).toBe(200);

  const flipped = (at: number): string => {
    const bytes = Buffer.from(cursor, 'base64url');
    bytes[at]! ^= 1;
    return bytes.toString('base64url');
  };
  const stranger = await newAccount(service.stores);
  const strangers = await storedForm(service.stores, { account: stranger.accountId });
  const refused = await Promise.all([
    list(of, { cursor: flipped(0) }),
    list(of, { cursor: flipped(20) }),
    list(of, { cursor: 'x' }),
    list(of, { cursor: Buffer.from(JSON.stringify(['sub_'])).toString('base64url') }),
    list(of, { cursor, status: 'spam' }),
    list(of, { cursor, since: '2026-01-01T00:00:00Z' }),
    list(another, { cursor }),
    list(strangers, { cursor }, stranger.key),
  ]);
  for (const { status, body: problem } of refused) {
    expect(status).toBe(422);
    expect(problem).toMatchObject({ errors: [{ path: 'cursor' }] });
  }
});

it.each([
  { limit: '0' },
  { limit: '101' },
  { limit: '1.5' },
  { limit: 'all' },
  { status: 'deleted' },
  { status: '' },
  { since: 'yesterday' },
  { until: '2026-11-01' },
  { since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' },
  { cursor: '' },
] as Query[])('refuses the query %j', async (query) => {
  expect(await list(await form(), query)).toMatchObject({
    status: 422,
    body: { type: expect.stringMatching(/\/problems\/validation-failed$/) },
  });
});

it('ends a page early if its submissions are too large for one response', async () => {
  const of = await form();
  const text = '"'.repeat(250_000);
  const made = Array.from({ length: 12 }, (_, index) =>
    submissionOf(of, { at: Date.now() - index * 1000, fields: { text } }),
  );
  for (const each of made) await putSubmissions(service.stores, [each]);
  const first = await list(of, { limit: '100' });
  expect(JSON.stringify(first.text).length).toBeLessThan(6_000_000);
  expect(first.body.next_cursor).not.toBeNull();
  expect((await pages(of, { limit: '100' })).flat()).toEqual(idsOf(made));
});

it('lists all spam in order on any number of pages, without released or deleted submissions', async () => {
  const of = await form();
  const made = await filled(of, 230, () => 'spam');
  expect(await pages(of, { status: 'spam', limit: '100' })).toEqual([
    idsOf(made.slice(0, 100)),
    idsOf(made.slice(100, 200)),
    idsOf(made.slice(200)),
  ]);
  expect((await pages(of, { status: 'spam', limit: '46' })).map(({ length }) => length)).toEqual([
    46, 46, 46, 46, 46,
  ]);
  await service.call('updateSubmission', {
    key,
    path: { id: made[3]!.submission_id },
    body: { status: 'received' },
  });
  await service.call('deleteSubmission', { key, path: { id: made[5]!.submission_id } });
  expect((await pages(of, { status: 'spam', limit: '5' })).flat()).toEqual(
    idsOf(made.filter((_, index) => index !== 3 && index !== 5)),
  );
});

it('reads a page of spam in two round trips to the database', async () => {
  const of = await form();
  const made = await filled(of, 30, () => 'spam');
  const send = jest.spyOn(service.stores.db, 'send');
  const { rows } = await submissionStore(service.stores.db, service.stores.tables.submissions).list(
    of,
    { status: 'spam' },
    25,
    undefined,
  );
  expect(idsOf(rows)).toEqual(idsOf(made.slice(0, 25)));
  expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual([
    'QueryCommand',
    'BatchGetCommand',
  ]);
  send.mockRestore();
});

it('responds with 404 for a form that is missing or belongs to another account', async () => {
  const of = await form();
  const stranger = await newAccount(service.stores);
  expect((await list(of, {}, stranger.key)).status).toBe(404);
  expect((await service.call('listSubmissions', { key, path: { id: 'frm_' } })).status).toBe(404);
});

describe('submissions as events', () => {
  const ofAll = (query: Query) => service.call('listAllSubmissions', { key, query });

  it('have the same envelope as a webhook and the same bytes in `data` in every list', async () => {
    const of = await form();
    const attachment = {
      file_id: 'file_0000000000000001',
      field: 'cv',
      name: 'cv.pdf',
      content_type: 'application/pdf',
      size: 3,
    };
    const stored = {
      ...submissionOf(of, { fields: { b: 'Grüße 🙂', a: '["x","y"]' } }),
      attachments: [attachment],
      link_key: 'key',
    };
    await putSubmissions(service.stores, [stored, submissionOf(of, { status: 'spam' })]);
    const webhook = { owner_id: of.form_id, url: 'https://x.test/', secret: 'whsec_x' } as SigningWebhook;
    for (const { status, text, body } of [
      await list(of, { shape: 'event' }),
      await ofAll({ shape: 'event', limit: '1' }),
    ]) {
      expect(status).toBe(200);
      expect(body.data).toHaveLength(1);
      const [event] = body.data;
      const expires = Number(/expires=(\d+)/.exec(event.data.files[0].url)![1]);
      const sent = signedRequest({ delivery_id: event.id, event: 'submission.created' }, 1, webhook, stored, {
        baseUrl: 'http://api.test',
        // File links expire after seven days.
        now: (expires - 7 * 86_400) * 1000,
      });
      const dataOf = (json: string): string => /"data":(\{.*?\]\})/.exec(json)![1]!;
      expect(dataOf(text.replace('"data":[', ''))).toBe(dataOf(sent.body));
      expect(Object.keys(event)).toEqual(['type', 'id', 'created_at', 'data']);
      expect(event).toMatchObject({
        type: 'submission.created',
        id: expect.stringMatching(/^whd_/),
        created_at: stored.received_at,
      });
    }
  });

  it('are paginated and filtered like submissions and keep their IDs', async () => {
    const of = await form();
    const made = await filled(of, 7, (index) => (index === 3 ? 'spam' : 'received'));
    const accepted = made.filter(({ status }) => status === 'received');
    const since = made[6]!.received_at;
    const first = await list(of, { shape: 'event', limit: '4', since });
    const second = await list(of, { shape: 'event', limit: '4', since, cursor: first.body.next_cursor });
    const events = [...first.body.data, ...second.body.data];
    expect(events.map(({ data }) => data.submission_id)).toEqual(idsOf(accepted));
    expect(second.body.next_cursor).toBeNull();
    expect(new Set(events.map(({ id }) => id)).size).toBe(6);
    expect((await list(of, { shape: 'event', status: 'received' })).body.data).toEqual(events);
    const found = await list(of, { shape: 'event', q: 'nowhere-in-it' });
    expect(found.body).toMatchObject({ data: [], searched_until: expect.any(String) });
  });

  it.each([
    ['shape', { shape: 'Event' }],
    ['shape', { shape: '' }],
    ['shape', { shape: 'submission' }],
    ['status', { shape: 'event', status: 'spam' }],
  ])('are refused if %s is wrong: %j', async (path, query) => {
    const of = await form();
    for (const { status, body } of [await list(of, query), await ofAll(query)]) {
      expect([status, body.errors.map((each: { path: string }) => each.path)]).toEqual([422, [path]]);
    }
  });

  it("are also returned by a sample, even if the caller doesn't request them", async () => {
    const of = await form();
    await filled(of, 1);
    const sample = (query: Query) => service.call('getSample', { key, path: { id: of.form_id }, query });
    const [listed] = (await list(of, { shape: 'event' })).body.data;
    for (const query of [{}, { shape: 'event' }] as Query[]) {
      const { id, data } = (await sample(query)).body;
      expect({ id, data }).toEqual({ id: listed.id, data: listed.data });
    }
    expect((await sample({ shape: 'submission' })).status).toBe(422);
  });
});
