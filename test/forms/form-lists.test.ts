import { newForm } from '../../lambdas/forms/form.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { putAll } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;

beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores);
});
afterAll(() => service.stop());

type Query = Record<string, string>;
const list = (query: Query, { key }: TestAccount = account) => service.call('listForms', { key, query });

async function names(query: Query, of: TestAccount = account): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await list({ ...query, ...(cursor !== undefined && { cursor }) }, of);
    expect(status).toBe(200);
    found.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.next_cursor;
  }
  return found;
}

it('filters forms by status and by part of the name or slug, ignoring case and accents', async () => {
  const make = (body: object) => service.call('createForm', { key: account.key, body });
  await make({ name: 'Über uns', slug: 'about-us' });
  await make({ name: 'Newsletter', slug: 'crème-brulee'.replace('è', 'e'), status: 'draft' });
  await make({ name: 'Anmeldung Überraschung', slug: 'party' });
  expect(await names({ q: 'uber' })).toEqual(['Anmeldung Überraschung', 'Über uns']);
  expect(await names({ q: 'ÜBER' })).toEqual(['Anmeldung Überraschung', 'Über uns']);
  expect(await names({ q: 'Crème' })).toEqual(['Newsletter']);
  expect(await names({ q: 'crème', status: 'live' })).toEqual([]);
  expect(await names({ status: 'draft' })).toEqual(['Newsletter']);
  expect(await names({ q: 'nothing like it' })).toEqual([]);
  expect(await names({ q: 'uber' }, await newAccount(service.stores))).toEqual([]);
});

it('finds a few of many forms page by page, each only once', async () => {
  const of = await newAccount(service.stores);
  const forms = Array.from({ length: 1200 }, (_, index) =>
    newForm(
      of.accountId,
      { name: index % 100 === 0 ? `Wanted ${index}` : `Other ${index}`, slug: `bulk-${index}` },
      Date.parse('2026-11-01') + index * 1000,
      systemRandom,
    ),
  );
  await putAll(service.stores.db, service.stores.tables.forms, forms);
  const wanted = Array.from({ length: 12 }, (_, index) => `Wanted ${(11 - index) * 100}`);
  expect(await names({ q: 'wanted', limit: '5' }, of)).toEqual(wanted);
  expect(await names({ q: 'wanted', limit: '100' }, of)).toEqual(wanted);
});

it('refuses unknown parameters and cursors from other filters', async () => {
  expect(await list({ status: 'gone' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'status' }] },
  });
  expect(await list({ q: ' ' })).toMatchObject({ status: 422, body: { errors: [{ path: 'q' }] } });
  const { body } = await list({ q: 'uber', limit: '1' });
  const cursor: string = body.next_cursor;
  expect((await list({ q: 'uber', limit: '1', cursor })).status).toBe(200);
  expect((await list({ q: 'party', limit: '1', cursor })).status).toBe(422);
  expect((await list({ limit: '1', cursor })).status).toBe(422);
});
