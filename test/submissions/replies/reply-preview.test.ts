/** Tests the preview of a reply through the API, on emulators. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { recipientIdOf } from '../../../lambdas/forms/recipients/recipient.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../../support/samples/accounts.ts';
import { signIn, type SignedIn } from '../../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../../support/service/handlers.ts';

const ADA = { name: 'Ada', email: 'ada@example.org', subject: 'Opening hours' };

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let form: any;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'true' });
  // The test sends no e-mails. It only checks what the API stores.
  delete process.env['EMAILS_QUEUE_URL'];
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});

const posted = async (fields: object = ADA): Promise<string> =>
  (await call('submitForm', { path: { slug: form.slug }, body: fields })).body.id;
const as = ({ cookies }: SignedIn) => ({ key: undefined, cookies, headers: { origin: BASE_URL } });
const reply = (id: string, sent: object = {}): Promise<Answered> =>
  call('createReply', { key: account.key, path: { id }, body: { text: 'Until 6 pm.' }, ...sent });
const list = async (id: string): Promise<any[]> =>
  (await call('listReplies', { key: account.key, path: { id } })).body.data;
const idOfTeam = (): string => recipientIdOf(account.accountId, 'team@example.com');
const confirmTeam = (): Promise<unknown> =>
  stores.db.send(
    new PutCommand({
      TableName: stores.tables.recipients,
      Item: {
        owner_id: account.accountId,
        recipient_id: idOfTeam(),
        address: 'team@example.com',
        link_key: 'key',
        confirmed_at: new Date().toISOString(),
      },
    }),
  );
const preview = async (id: string, sent: object = {}) =>
  (await call('previewReply', { key: account.key, path: { id }, ...sent })).body;

it("shows the reply's addresses and subject without storing anything", async () => {
  const id = await posted();
  const member = as(await signIn(stores, account.accountId, { role: 'editor', email: 'grace@example.com' }));
  expect(await preview(id, member)).toEqual({
    from_name: 'Contact',
    to: 'ada@example.org',
    reply_to: 'grace@example.com',
    subject: 'Re: Opening hours',
  });
  expect(await list(id)).toEqual([]);
  const { body: sent } = await reply(id, member);
  expect([sent.to, sent.reply_to, sent.subject]).toEqual([
    'ada@example.org',
    'grace@example.com',
    'Re: Opening hours',
  ]);
});

it("finds the address in a reply-to field even if the submission doesn't contain that field", async () => {
  await call('updateForm', {
    key: account.key,
    path: { id: form.id },
    body: { conventions: 'formspree' },
  });
  const id = await posted({ name: 'Ada', _replyto: 'ada@example.org' });
  const { body: stored } = await call('getSubmission', { key: account.key, path: { id } });
  expect(stored.payload).toEqual({ name: 'Ada' });
  expect((await preview(id)).to).toBe('ada@example.org');
  expect((await reply(id)).body.to).toBe('ada@example.org');
});

it("omits the form's reply-to address if it isn't confirmed", async () => {
  await confirmTeam();
  const replies = { reply_to: 'team@example.com' };
  await call('updateForm', { key: account.key, path: { id: form.id }, body: { replies } });
  const id = await posted();
  expect((await preview(id)).reply_to).toBe('team@example.com');
  await stores.db.send(
    new DeleteCommand({
      TableName: stores.tables.recipients,
      Key: { owner_id: account.accountId, recipient_id: idOfTeam() },
    }),
  );
  expect((await preview(id)).reply_to).toBeNull();
});

it('shows no address if the submission has none', async () => {
  expect((await preview(await posted({ message: 'Hello' }))).to).toBeNull();
});
