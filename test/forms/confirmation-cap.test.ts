/**
 * Tests that an account can't be used to send e-mails to many strangers. Simulates an attacker who creates
 * and updates forms with new addresses as fast as possible.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, HOUR, MINUTE } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { confirmationEmail } from '../../lambdas/emails/recipients/confirmation-email.ts';
import { formWriter, wholeFormReader } from '../../lambdas/forms/form-store.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { confirmationCaps } from '../../lambdas/forms/recipients/confirmation-cap.ts';
import { recipientChanges } from '../../lambdas/forms/recipients/recipient-change-store.ts';
import { recipientIdOf } from '../../lambdas/forms/recipients/recipient.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { formOf } from '../support/samples/email-samples.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let strangers = 0;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'true' });
  // The test doesn't send e-mails. It only checks which changes the API accepts.
  delete process.env['EMAILS_QUEUE_URL'];
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
});

const newOnes = (count: number): string[] =>
  Array.from({ length: count }, () => `stranger${(strangers += 1)}@visitor.example`);
const create = (notify_emails: string[]): Promise<Answered> =>
  call('createForm', { key: account.key, body: { name: 'Contact', notify_emails } });
const update = (id: string, body: Record<string, unknown>): Promise<Answered> =>
  call('updateForm', { key: account.key, path: { id }, body });
const form = async (id: string) => (await call('getForm', { key: account.key, path: { id } })).body;
const refused = {
  status: 429,
  body: {
    type: 'http://api.test/problems/rate-limited',
    detail: expect.stringContaining('Add fewer recipients at a time'),
  },
};
/** If the current hour is about to end, waits for the next one, so that a test runs within a single hour. */
async function withinOneHour(): Promise<void> {
  const rest = HOUR - (Date.now() % HOUR);
  if (rest < MINUTE / 2) await new Promise((resolve) => setTimeout(resolve, rest));
}

it('lets an account ask ten new addresses for confirmation per hour and refuses any change that needs more', async () => {
  await withinOneHour();
  const { body } = await create(newOnes(6));
  const before = await form(body.id);
  const more = [...before.notify_emails, ...newOnes(5)];
  const answer = await update(body.id, { name: 'Changed', notify_emails: more });
  expect(answer).toMatchObject(refused);
  expect(answer.body.detail).toContain(
    'at most 10 confirmation e-mails per hour. This change needs 5 of them',
  );
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await form(body.id)).toEqual(before);
  const rest = [...before.notify_emails, ...newOnes(4)];
  expect((await update(body.id, { name: 'Changed', notify_emails: rest })).status).toBe(200);
  expect(await create(newOnes(1))).toMatchObject(refused);
  expect((await call('listForms', { key: account.key })).body.data).toHaveLength(1);
  // Another account has separate limits.
  account = await newAccount(stores);
  expect((await create(newOnes(10))).status).toBe(201);
});

it('refuses twenty addresses at once, even in the first change', async () => {
  expect(await create(newOnes(20))).toMatchObject(refused);
});

it('counts only addresses that will get an e-mail', async () => {
  await withinOneHour();
  const [first = '', ...others] = newOnes(10);
  const { id } = (await create([first, ...others])).body;
  // Send the recipients back unchanged together with other settings, as the console does.
  const all = (await form(id)).notify_emails;
  expect((await update(id, { name: 'Changed', notify_emails: all })).status).toBe(200);
  expect((await update(id, { notify_emails: [first.toUpperCase()] })).status).toBe(200);
  expect((await update(id, { notify_emails: [] })).status).toBe(200);
  expect(await update(id, { notify_emails: newOnes(1) })).toMatchObject(refused);
  // The account's owner and recipients who have already confirmed don't get a confirmation request.
  const confirmed = newOnes(1)[0]!;
  const Key = { owner_id: account.accountId, recipient_id: recipientIdOf(account.accountId, confirmed) };
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.recipients,
      Key,
      UpdateExpression: 'SET address = :address, link_key = :key, confirmed_at = :now',
      ExpressionAttributeValues: { ':address': confirmed, ':key': 'k', ':now': new Date().toISOString() },
    }),
  );
  expect((await update(id, { notify_emails: [confirmed] })).status).toBe(200);
  expect((await update(id, { redirect_url: 'https://www.example.com/' })).status).toBe(200);
});

it('counts an address again when it can be asked again after a day', async () => {
  const [address = ''] = newOnes(1);
  const { id } = (await create([address])).body;
  const set = async (asked: number, askedAt: number) =>
    stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.recipients,
        Key: { owner_id: account.accountId, recipient_id: recipientIdOf(account.accountId, address) },
        UpdateExpression: 'SET address = :address, link_key = :key, asked = :asked, asked_at = :at',
        ExpressionAttributeValues: {
          ':address': address,
          ':key': 'k',
          ':asked': asked,
          ':at': new Date(askedAt).toISOString(),
        },
      }),
    );
  const before = (await wholeFormReader(stores.db, stores.tables.forms).find(account.accountId, id))!;
  const change = recipientChanges(stores.db, stores.tables, { hour: 10, day: 50 }, Date.now);
  const caller = { type: 'key', account_id: account.accountId } as Parameters<typeof change>[0];
  const asked = async () =>
    (await change(caller, before, before, () => 'pending')).job?.recipient_ids.length ?? 0;
  expect(await asked()).toBe(0);
  await set(1, Date.now() - DAY - MINUTE);
  expect(await asked()).toBe(1);
  await set(1, Date.now() - DAY + MINUTE);
  expect(await asked()).toBe(0);
  await set(3, Date.now() - 2 * DAY);
  expect(await asked()).toBe(0);
});

it('counts exactly, even if changes race', async () => {
  await withinOneHour();
  const all = await Promise.all(Array.from({ length: 25 }, () => create(newOnes(1))));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
  for (const { status } of all) expect([201, 429, 503]).toContain(status);
});

it('lets an account ask fifty addresses for confirmation per day, spread over five hours', async () => {
  const { accountId } = account;
  const midnight = Date.UTC(2026, 10, 24);
  const at = (hours: number) => midnight + hours * HOUR;
  let now = at(0);
  const change = recipientChanges(stores.db, stores.tables, { hour: 10, day: 50 }, () => now);
  const caller = { type: 'key', account_id: accountId } as Parameters<typeof change>[0];
  const forms = formWriter(stores.db, {
    ...stores.tables,
    slugs: stores.tables.formSlugs,
    jobs: stores.tables.formJobs,
  });
  const ask = async () => {
    const made = newForm(accountId, { name: 'Contact', notify_emails: newOnes(10) }, now, systemRandom);
    const { guards, refusal } = await change(
      caller,
      undefined,
      { ...made, slug: made.form_id.toLowerCase().replace('_', '-') },
      () => 'pending',
    );
    const result = await forms.create(
      { ...made, slug: made.form_id.toLowerCase().replace('_', '-') },
      undefined,
      [],
      { guards },
    );
    return result === 'hour' || result === 'day'
      ? (refusal(result) as { retryAfterSeconds?: number })
      : result;
  };
  for (const hour of [1, 2, 3, 4, 5]) {
    now = at(hour);
    expect(await ask()).toBe('written');
    expect(await ask()).toMatchObject({ retryAfterSeconds: 3600 });
  }
  now = at(6);
  expect(await ask()).toMatchObject({
    message: expect.stringContaining('at most 50 confirmation e-mails per day'),
    retryAfterSeconds: (18 * HOUR) / 1000,
  });
  now = at(24);
  expect(await ask()).toBe('written');
});

it('uses counters for whole clock hours and days', () => {
  const at = Date.UTC(2026, 10, 24, 10, 59, 59);
  const { hour, day } = confirmationCaps('acc_1', { hour: 10, day: 50 }, at);
  expect(hour.counter).toMatch(/^confirming#acc_1#hour#\d+$/);
  expect(day.counter).toMatch(/^confirming#acc_1#day#\d+$/);
  expect([hour.endsAt, day.endsAt]).toEqual([Date.UTC(2026, 10, 24, 11), Date.UTC(2026, 10, 25)]);
});

it('sends a fixed subject with a shortened form name without numbers or links', () => {
  const subjectOf = (name: string): string => {
    const account = { account_id: 'acc_1', name: 'Acme' } as Parameters<
      typeof confirmationEmail
    >[0]['account'];
    const mail = {
      id: 'one',
      form: formOf({ name }),
      account,
      to: 'ann@visitor.example',
      confirmUrl: 'https://x',
    };
    return confirmationEmail(mail, { name: 'Forms', address: 'forms@example.com' }).subject;
  };
  const subject = (name: string) => `Please confirm your address for e-mails about the form “${name}”`;
  expect(subjectOf('Your bank: call +49 900 123 456 now or visit evil.example')).toBe(
    subject('Your bank: call now or visit'),
  );
  expect(subjectOf('x'.repeat(200))).toBe(subject(`${'x'.repeat(60)}…`));
  expect(subjectOf('0900 1234567')).toBe(subject(formOf({}).form_id));
});
