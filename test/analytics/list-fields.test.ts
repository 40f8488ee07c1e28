import { guessedType } from '../../lambdas/analytics/field-guess.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;
beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores);
});
afterAll(() => service.stop());

it.each([
  ['email', ['ada@example.org', '', 'bob@example.co.uk']],
  ['text', ['ada@example.org', 'none']],
  ['url', ['https://example.org/x?y']],
  ['tel', ['+49 (30) 123-456', '030/1234567']],
  ['number', ['3', '-4.5', '12,50']],
  ['date', ['2026-11-20', '2026-11-20T10:00']],
  ['choices', ['["a","b"]']],
  ['checkbox', ['on', 'on']],
  ['text', ['', ' ']],
  ['text', ['hello']],
])('guesses %s from %j', (type, values) => {
  expect(guessedType(values)).toBe(type);
});

it('lists the fields of the last 100 accepted submissions, newest first', async () => {
  const form = await storedForm(service.stores, { account: account.accountId });
  const get = (key = account.key) => service.call('listFields', { key, path: { id: form.form_id } });
  expect(await get()).toMatchObject({ status: 200, body: { data: [] } });
  const start = Date.now() - 1_000_000;
  const at = (index: number) => ({ at: start + index * 1000 });
  await putSubmissions(service.stores, [
    submissionOf(form, { ...at(0), fields: { too_old: '1' } }),
    submissionOf(form, { ...at(1), fields: { phone: '030 1234567', name: 'Ada' } }),
    ...Array.from({ length: 98 }, (_, index) =>
      submissionOf(form, { ...at(index + 2), fields: { name: 'Bob' } }),
    ),
    submissionOf(form, { ...at(200), fields: { email: 'ada@example.org', name: 'x'.repeat(300) } }),
    submissionOf(form, { ...at(201), status: 'spam', fields: { viagra: 'yes' } }),
  ]);
  expect((await get()).body).toEqual({
    data: [
      { name: 'email', type: 'email', example: 'ada@example.org', submissions: 1 },
      { name: 'name', type: 'text', example: `${'x'.repeat(199)}…`, submissions: 100 },
      { name: 'phone', type: 'tel', example: '030 1234567', submissions: 1 },
    ],
  });
  expect((await get((await newAccount(service.stores)).key)).status).toBe(404);
});
