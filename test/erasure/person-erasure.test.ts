/** Tests that erasing an address removes all records of it outside of submissions, and changes nothing else. */
import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { newAccountId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { addressDigest } from '../../lambdas/emails/submitter.ts';
import { erasePerson, type PersonCursor } from '../../lambdas/erasure/erase-person.ts';
import { personErasureStore } from '../../lambdas/erasure/person-erasure-store.ts';
import { formReader } from '../../lambdas/forms/form-store.ts';
import { recipientIdOf } from '../../lambdas/forms/recipients/recipient.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { invite, signIn } from '../support/samples/people.ts';
import { putAll, storedForm } from '../support/samples/stored-records.ts';

const PERSON = 'Ada.Marker@Example.org';
const OTHER = 'ada.marker+news@example.org';
const KEY = 'key of the account';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const never = (): boolean => false;
const storeOf = (account_id: string, address = PERSON) =>
  personErasureStore(stores.db, stores.tables, { account_id, address, cursor_key: KEY }, Date.now);

/** Returns the names of the tables with an item that contains one of the texts, ignoring case. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, TableName] of Object.entries(stores.tables)) {
    for await (const { Items = [] } of paginateScan({ client: stores.db }, { TableName })) {
      const items = Items.map((item) => JSON.stringify(item).toLowerCase());
      found.push(...items.filter((item) => texts.some((text) => item.includes(text))).map(() => name));
    }
  }
  return found.toSorted();
}

/**
 * Stores every kind of record that an account can have about an address. Returns texts found only in these
 * records.
 */
async function records(account_id: string, address: string): Promise<string[]> {
  const { db, tables } = stores;
  await db.send(new PutCommand({ TableName: tables.accounts, Item: { account_id, cursor_key: KEY } }));
  const recipient_id = recipientIdOf(account_id, address);
  const form = await storedForm(stores, { account: account_id, notify_emails: [address, 'x@example.com'] });
  const { form_id } = form;
  const digest = addressDigest(KEY, address);
  await putAll(db, tables.recipients, [
    { owner_id: account_id, recipient_id, address, link_key: 'key', confirmed_at: 'x' },
    { owner_id: form_id, recipient_id, unsubscribed_at: 'x' },
  ]);
  await putAll(db, tables.emails, [
    { form_id, email_key: `sub_1.notification.${recipient_id}`, recipient_id, address },
    { form_id, email_key: 'sub_1.notification.rcp_other', recipient_id: 'rcp_other' },
  ]);
  await putAll(db, tables.idempotency, [
    { form_id: `email#${form_id}`, key_digest: `notification.sub_1.${recipient_id}` },
    { form_id: `email#${form_id}`, key_digest: `confirmation.${recipient_id}.1` },
    { form_id: `email#${account_id}`, key_digest: `webhook-failing.1.${recipient_id}` },
    { form_id: `email#${form_id}`, key_digest: 'notification.sub_1.rcp_other' },
  ]);
  await putAll(db, tables.counters, [{ counter: `autoresponse#${account_id}#${digest}` }]);
  return [address.toLowerCase(), recipient_id, digest.toLowerCase()];
}

it('erases every record that contains the address, ignoring case', async () => {
  const account = newAccountId(systemRandom);
  const texts = await records(account, PERSON.toLowerCase());
  const invited = await invite(stores, account, { email: PERSON.toUpperCase() });
  await putAll(stores.db, stores.tables.idempotency, [
    { form_id: `email#${account}`, key_digest: `invitation.${invited.member_id}.1` },
  ]);
  const wanted = [...texts, invited.member_id.toLowerCase()];
  expect(await tablesWith(...wanted)).toEqual([
    ...['counters', 'emails', 'forms', 'idempotency', 'idempotency', 'idempotency', 'idempotency'],
    ...['identities', 'invitations', 'members', 'recipients', 'recipients'],
  ]);

  expect(await erasePerson(storeOf(account), undefined, never)).toBeUndefined();
  expect(await tablesWith(...wanted)).toEqual([]);
  const { rows } = await formReader(stores.db, stores.tables.forms).list(account, 10, undefined);
  expect(rows.map(({ notify_emails, version }) => [notify_emails, version])).toEqual([
    [['x@example.com'], 2],
  ]);
  expect(await tablesWith('rcp_other')).toEqual(['emails', 'idempotency']);
  expect(await erasePerson(storeOf(account), undefined, never)).toBeUndefined();
});

it('does not erase active members, other accounts, or similar addresses', async () => {
  const [account, another] = [newAccountId(systemRandom), newAccountId(systemRandom)];
  const kept = [await records(account, OTHER), await records(another, PERSON)].flat();
  const { member } = await signIn(stores, account, { email: PERSON });
  const before = await tablesWith(...kept);
  await erasePerson(storeOf(account), undefined, never);
  // Autoresponses are counted per mailbox, and both addresses share one.
  expect(await tablesWith(...kept)).toEqual(before.slice(1));
  expect(await tablesWith(member.member_id.toLowerCase())).toEqual([
    'identities',
    'identities',
    'members',
    'sessions',
  ]);
});

it('continues where it stopped when it ran out of time', async () => {
  const account = newAccountId(systemRandom);
  const texts = (await Promise.all([1, 2, 3].map(() => records(account, 'time@example.net')))).flat();
  let cursor: PersonCursor | undefined;
  let steps = 0;
  do {
    cursor = await erasePerson(storeOf(account, 'time@example.net'), cursor, () => true);
    steps += 1;
  } while (cursor);
  // Each batch handles the locks or the e-mail records of one of the three forms.
  expect(steps).toBe(6);
  expect(await tablesWith(...texts)).toEqual([]);
});
