import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Form } from '../../lambdas/forms/form.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

type Query = Record<string, string>;
interface Shown {
  readonly id: string;
}

async function account() {
  const { accountId, key } = await newAccount(service.stores);
  const search = (form: Form, query: Query) =>
    service.call('listSubmissions', { key, path: { id: form.form_id }, query });
  const searchAll = (query: Query = {}) => service.call('listAllSubmissions', { key, query });
  return {
    key,
    form: () => storedForm(service.stores, { account: accountId }),
    search,
    searchAll,
    /** Follows the list's cursors to the end and returns the ids on each page. */
    async pages(query: Query = {}, form?: Form): Promise<string[][]> {
      const found: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const sent = { ...query, ...(cursor !== undefined && { cursor }) };
        const { status, body } = await (form ? search(form, sent) : searchAll(sent));
        expect(status).toBe(200);
        found.push(body.data.map(({ id }: Shown) => id));
        cursor = body.next_cursor;
      }
      return found;
    },
  };
}

const NOW = Date.now();

/**
 * Stores one submission for each set of fields, one second apart, oldest first. Returns them newest first.
 */
async function filled(form: Form, all: readonly Record<string, string>[], at = NOW): Promise<Submission[]> {
  const made = all.map((fields, index) =>
    submissionOf(form, { at: at - (all.length - index) * 1000, fields }),
  );
  await putSubmissions(service.stores, made);
  return made.reverse();
}

const idsOf = (made: readonly Submission[]) => made.map(({ submission_id }) => submission_id);

describe('searching in a form', () => {
  it('finds every word in any field, ignoring case and accents, newest first', async () => {
    const { form, pages } = await account();
    const of = await form();
    const made = await filled(of, [
      { name: 'Jürgen Müller', city: 'Zürich' },
      { name: 'Ada', message: 'Greetings from ZURICH' },
      { name: 'Müller & Söhne', city: 'Bern' },
      { city: 'zu\u0308rich', comment: 'asks for Jurgen' },
    ]);
    expect(await pages({ q: 'zurich' }, of)).toEqual([idsOf([made[0]!, made[2]!, made[3]!])]);
    expect(await pages({ q: 'JÜRGEN zürich' }, of)).toEqual([idsOf([made[0]!, made[3]!])]);
    expect(await pages({ q: 'müller bern' }, of)).toEqual([idsOf([made[1]!])]);
    expect(await pages({ q: 'city' }, of)).toEqual([[]]);
  });

  it('can be combined with all other filters', async () => {
    const { form, pages } = await account();
    const of = await form();
    const made = await filled(
      of,
      Array.from({ length: 30 }, (_, n) => ({ n: `word ${n}` })),
    );
    const spam = submissionOf(of, { status: 'spam', at: NOW - 500, fields: { n: 'word' } });
    await putSubmissions(service.stores, [spam]);
    expect((await pages({ q: 'word', status: 'spam' }, of)).flat()).toEqual([spam.submission_id]);
    expect((await pages({ q: 'word', status: 'received' }, of)).flat()).toEqual(idsOf(made));
    const times = { since: made[20]!.received_at, until: made[10]!.received_at };
    expect((await pages({ q: 'word', limit: '3', ...times }, of)).flat()).toEqual(idsOf(made.slice(11, 21)));
  });

  it('returns each match once, page by page, while new ones arrive', async () => {
    const { form, search } = await account();
    const of = await form();
    const made = await filled(
      of,
      Array.from({ length: 900 }, (_, n) => ({ n: n % 9 === 0 ? 'nine' : 'no' })),
    );
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const { body } = await search(of, { q: 'NINE', limit: '40', ...(cursor !== undefined && { cursor }) });
      seen.push(...body.data.map(({ id }: Shown) => id));
      cursor = body.next_cursor;
      await putSubmissions(service.stores, [submissionOf(of, { fields: { n: 'nine' } })]);
    }
    expect(seen).toEqual(idsOf(made.filter(({ payload }) => payload.get('n') === 'nine')));
    expect(pages).toBeLessThanOrEqual(4);
  });

  it('reports its progress and whether it is complete', async () => {
    const { form, search } = await account();
    const of = await form();
    const made = await filled(
      of,
      Array.from({ length: 10 }, () => ({ n: 'x' })),
    );
    const first = await search(of, { q: 'x', limit: '4' });
    expect(first.body.searched_until).toBe(made[3]!.received_at);
    expect(first.body.next_cursor).not.toBeNull();
    const none = await search(of, { q: 'y' });
    expect(none.body).toMatchObject({ data: [], next_cursor: null });
    expect(
      none.body.searched_until <= made.at(-1)!.received_at || none.body.searched_until <= of.created_at,
    ).toBe(true);
    const since = made[5]!.received_at;
    expect((await search(of, { q: 'y', since })).body.searched_until).toBe(since);
    expect((await search(of, { limit: '4' })).body).not.toHaveProperty('searched_until');
  });

  it('reads unevenly distributed submissions to the end', async () => {
    const { form, pages } = await account();
    const of = await form();
    const DAY = 86_400_000;
    const words = (count: number, last: string) =>
      Array.from({ length: count }, (_, n) => ({ n: n === 0 ? last : 'other' }));
    const recent = await filled(of, words(300, 'needle'));
    const dense = await filled(of, words(1500, 'needle'), NOW - 20 * DAY);
    const old = await filled(of, words(3, 'needle'), NOW - 700 * DAY);
    expect((await pages({ q: 'needle' }, of)).flat()).toEqual(
      [recent, dense, old].map((made) => made.at(-1)!.submission_id),
    );
  });

  it('accepts its cursor only with the same words', async () => {
    const { form, search } = await account();
    const of = await form();
    await filled(
      of,
      Array.from({ length: 5 }, () => ({ n: 'x y' })),
    );
    const { body } = await search(of, { q: 'x', limit: '2' });
    expect((await search(of, { q: 'x', limit: '2', cursor: body.next_cursor })).status).toBe(200);
    expect((await search(of, { q: 'y', limit: '2', cursor: body.next_cursor })).status).toBe(422);
    expect((await search(of, { cursor: body.next_cursor })).status).toBe(422);
  });

  it.each(['', '   ', 'x'.repeat(201)])('refuses to search for %j', async (q) => {
    const { form, search } = await account();
    expect((await search(await form(), { q })).status).toBe(422);
  });
});

describe("filtering by the owner's changes", () => {
  it('lists read, unread, and starred submissions and those with files', async () => {
    const { key, form, pages } = await account();
    const of = await form();
    const made = await filled(of, [{ n: '1' }, { n: '2' }, { n: '3' }]);
    const withFile: Submission = {
      ...submissionOf(of, { at: NOW - 10_000 }),
      attachments: [
        { file_id: 'file_1', field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 1 },
      ],
      link_key: 'x',
    };
    await putSubmissions(service.stores, [withFile]);
    const [a, b, c] = idsOf(made);
    const change = (id: string | undefined, body: object) =>
      service.call('updateSubmission', { key, path: { id: id ?? '' }, body });
    await change(a, { read: true });
    await change(b, { read: true, starred: true });
    await change(c, { read: true, handled: true });
    await change(c, { read: false });
    const files = withFile.submission_id;
    for (const where of [of, undefined]) {
      expect((await pages({ read: 'true' }, where)).flat()).toEqual([a, b]);
      expect((await pages({ read: 'false' }, where)).flat()).toEqual([c, files]);
      expect((await pages({ starred: 'true' }, where)).flat()).toEqual([b]);
      expect((await pages({ starred: 'false', read: 'true' }, where)).flat()).toEqual([a]);
      expect((await pages({ handled: 'true' }, where)).flat()).toEqual([c]);
      expect((await pages({ handled: 'false', has_files: 'false' }, where)).flat()).toEqual([a, b]);
      expect((await pages({ has_files: 'true' }, where)).flat()).toEqual([files]);
      expect((await pages({ has_files: 'false', q: '2', limit: '1' }, where)).flat()).toEqual([b]);
    }
    const exported = await service.call('exportSubmissions', {
      key,
      path: { id: of.form_id },
      query: { format: 'ndjson', read: 'true', q: '2' },
    });
    expect(
      exported.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([b]);
  });

  it.each(['yes', '1', 'TRUE', ''])('refuses read=%s', async (read) => {
    const { form, search } = await account();
    expect((await search(await form(), { read })).status).toBe(422);
  });
});

describe('the list of all forms', () => {
  it("merges each form's newest submissions page by page and stays stable while new ones arrive", async () => {
    const { form, searchAll, pages } = await account();
    const forms = await Promise.all(Array.from({ length: 7 }, form));
    const made: Submission[] = [];
    for (let index = 0; index < 150; index += 1) {
      // The first form gets more submissions than all others together.
      const of = forms[index % 2 === 0 ? 0 : index % 7]!;
      made.push(submissionOf(of, { at: NOW - index * 1000, fields: { n: index % 10 === 0 ? 'ten' : 'no' } }));
    }
    await putSubmissions(service.stores, made);
    expect((await pages()).flat()).toEqual(idsOf(made));
    expect((await pages({ limit: '100' })).map((page) => page.length)).toEqual([100, 50]);
    expect((await pages({ q: 'TEN', limit: '6' })).flat()).toEqual(
      idsOf(made.filter((_, index) => index % 10 === 0)),
    );
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await searchAll({ limit: '11', ...(cursor !== undefined && { cursor }) });
      seen.push(...body.data.map(({ id }: Shown) => id));
      cursor = body.next_cursor;
      await putSubmissions(service.stores, [submissionOf(forms[3]!), submissionOf(await form())]);
    }
    expect(seen).toEqual(idsOf(made));
  });

  it("is empty if there are no forms and never contains another account's data", async () => {
    const stranger = await account();
    await filled(await stranger.form(), [{ n: '1' }]);
    const { searchAll } = await account();
    expect((await searchAll()).body).toEqual({ data: [], next_cursor: null });
    expect((await searchAll({ q: '1' })).body).toMatchObject({ data: [], next_cursor: null });
  });

  it('filters by status and time in every form', async () => {
    const { form, pages } = await account();
    const forms = [await form(), await form()];
    const made = forms.flatMap((of) =>
      (['received', 'spam'] as const).flatMap((status) =>
        [1, 2, 3].map((n) => submissionOf(of, { status, at: NOW - n * 60_000 })),
      ),
    );
    await putSubmissions(service.stores, made);
    const spam = made.filter(({ status }) => status === 'spam');
    expect((await pages({ status: 'spam', limit: '2' })).flat().toSorted()).toEqual(idsOf(spam).toSorted());
    const since = new Date(NOW - 2 * 60_000).toISOString();
    expect((await pages({ since })).flat()).toHaveLength(8);
    expect((await pages({ until: since })).flat()).toHaveLength(4);
  });
});

it('stores no extra data for searches alongside the payload', async () => {
  const { form } = await account();
  const of = await form();
  const [made] = await filled(of, [{ name: 'Ada' }]);
  const { db, tables } = service.stores;
  const Key = { form_id: of.form_id, submission_id: made!.submission_id };
  const { Item } = await db.send(new GetCommand({ TableName: tables.submissions, Key }));
  expect(Object.keys(Item ?? {}).toSorted()).toEqual(
    ['account_id', 'form_id', 'payload', 'received_at', 'status', 'submission_id'].toSorted(),
  );
});
