/** Tests trying filters on the newest submissions. */
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;
beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores);
});
afterAll(() => service.stop());

const formOf = async (name: string): Promise<{ id: string; slug: string }> =>
  (await service.call('createForm', { key: account.key, body: { name } })).body;
const post = async (slug: string, body: object): Promise<string> =>
  (await service.call('submitForm', { path: { slug }, body })).body.id;
const onForm = (id: string, filter: unknown, key = account.key) =>
  service.call('testFormFilter', { key, path: { id }, body: { filter } });
const onAll = (filter: unknown, key = account.key) => service.call('testFilter', { key, body: { filter } });

it('returns which of the newest accepted submissions pass and which conditions they meet', async () => {
  const form = await formOf('Contact');
  const first = await post(form.slug, { topic: 'Sales', amount: '5' });
  await post(form.slug, { topic: 'Sales', _gotcha: 'spam' });
  const last = await post(form.slug, { topic: 'Press', amount: '50' });
  const filter = {
    any: [
      { field: 'topic', op: 'equals', value: 'press' },
      { field: 'amount', op: 'greater_than', value: 100 },
      { field: '$form', op: 'equals', value: form.slug },
    ],
  };
  const answer = await onForm(form.id, filter);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      data: [
        {
          submission_id: last,
          form_id: form.id,
          received_at: expect.any(String),
          matches: true,
          conditions: [true, false, true],
        },
        {
          submission_id: first,
          form_id: form.id,
          received_at: expect.any(String),
          matches: true,
          conditions: [false, false, true],
        },
      ],
      matched: 2,
      tested: 2,
    },
  ]);
  const { body } = await onForm(form.id, { all: filter.any.slice(0, 1) });
  expect([body.matched, body.tested]).toEqual([1, 2]);
});

it('tries the newest 50 submissions of all forms, newest first', async () => {
  const [one, other] = [await formOf('One'), await formOf('Other')];
  const ids: string[] = [];
  for (let posted = 0; posted < 52; posted += 1)
    ids.push(await post(posted % 2 === 0 ? one.slug : other.slug, { number: String(posted) }));
  const { body } = await onAll({ all: [{ field: 'number', op: 'matches', value: '[05]$' }] });
  expect(body.data.map((each: { submission_id: string }) => each.submission_id)).toEqual(
    ids.toReversed().slice(0, 50),
  );
  // Numbers 5, 10, 15 and so on up to 50. The two oldest submissions, 0 and 1, are no longer among the newest
  // 50.
  expect([body.matched, body.tested]).toEqual([10, 50]);
});

it('passes all submissions if the filter is null, as for a webhook without a filter', async () => {
  const form = await formOf('Without a filter');
  const id = await post(form.slug, { topic: 'Sales' });
  const { status, body } = await onForm(form.id, null);
  expect([status, body.matched, body.tested]).toEqual([200, 1, 1]);
  expect(body.data).toMatchObject([{ submission_id: id, matches: true, conditions: [] }]);
});

it('refuses an invalid filter, with its path, and refuses callers without the read scope', async () => {
  const form = await formOf('Refusing');
  for (const call of [onAll, (filter: unknown, key?: string) => onForm(form.id, filter, key)]) {
    const paths = async (filter: unknown) =>
      (await call(filter)).body.errors.map(({ path }: { path: string }) => path);
    expect(await paths({ all: [{ field: 'a', op: 'is' }] })).toEqual(['filter.all.0.op']);
    expect(await paths({ any: [{ field: 'a', op: 'matches', value: '(' }] })).toEqual(['filter.any.0.value']);
    expect(await paths('all')).toEqual(['filter']);
    const { key: writing } = await newKey(service.stores, account.accountId, 'management', {
      scopes: ['write'],
    });
    expect((await call({ all: [{ field: 'a', op: 'exists' }] }, writing)).status).toBe(403);
  }
});
