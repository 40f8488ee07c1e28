/** Tests replies to submissions through the API, on emulators. */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, MINUTE } from '../../../lambdas/core/clock.ts';
import { recipientIdOf } from '../../../lambdas/forms/recipients/recipient.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { newAccount, newKey, type TestAccount } from '../../support/samples/accounts.ts';
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
  // The limit is per day, so all requests must be on the same day.
  const rest = DAY - (Date.now() % DAY);
  if (rest < MINUTE) await new Promise((resolve) => setTimeout(resolve, rest));
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores);
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});

const posted = async (fields: object = ADA): Promise<string> =>
  (await call('submitForm', { path: { slug: form.slug }, body: fields })).body.id;
const as = ({ cookies }: SignedIn) => ({ key: undefined, cookies, headers: { origin: BASE_URL } });
const reply = (id: string, body: object = { text: 'Until 6 pm.' }, sent: object = {}): Promise<Answered> =>
  call('createReply', { key: account.key, path: { id }, body, ...sent });
const list = async (id: string): Promise<any[]> =>
  (await call('listReplies', { key: account.key, path: { id } })).body.data;
const rowsOf = async (table: string, key: string, value: string): Promise<any[]> => {
  const { Items = [] } = await stores.db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: '#key = :value',
      ExpressionAttributeNames: { '#key': key },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  return Items;
};
const confirm = (address: string): Promise<unknown> =>
  stores.db.send(
    new PutCommand({
      TableName: stores.tables.recipients,
      Item: {
        owner_id: account.accountId,
        recipient_id: recipientIdOf(account.accountId, address),
        address,
        link_key: 'key',
        confirmed_at: new Date().toISOString(),
      },
    }),
  );

it('is sent to the submitter with the subject of the submission', async () => {
  const id = await posted();
  const { status, body } = await reply(id, { text: ' Hello Ada,\r\nuntil 6 pm.\u0007 ' });
  expect(status).toBe(202);
  expect(body).toEqual({
    id: expect.stringMatching(/^rep_[0-9A-Z]{26}$/),
    status: 'queued',
    reason: null,
    to: 'ada@example.org',
    reply_to: null,
    subject: 'Re: Opening hours',
    text: 'Hello Ada,\nuntil 6 pm.',
    actor: { type: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
    created_at: expect.any(String),
  });
  expect(await list(id)).toEqual([body]);
  const { data } = (await call('getTimeline', { key: account.key, path: { id } })).body;
  expect(data.filter(({ type }: { type: string }) => type !== 'stored')).toEqual([
    {
      at: body.created_at,
      type: 'reply',
      reply_id: body.id,
      recipient: 'ada@example.org',
      subject: 'Re: Opening hours',
      status: 'queued',
      reason: null,
      actor: body.actor,
    },
  ]);
});

it.each([
  [{ email: 'ada@example.org' }, {}, 'Re: Contact'],
  [{ email: 'ada@example.org', Betreff: ' Öffnungs\nzeiten ' }, {}, 'Re: Öffnungs zeiten'],
  [ADA, { subject: 'Our hours' }, 'Our hours'],
])('to %j with %j has the subject %s', async (fields, body, subject) => {
  const { body: made } = await reply(await posted(fields), { text: 'Hello', ...body });
  expect(made.subject).toBe(subject);
});

describe('validation', () => {
  it.each([
    ['no text', {}, 'text'],
    ['only whitespace', { text: ' \n\t\u0000 ' }, 'text'],
    ['a text of 20,001 characters', { text: 'x'.repeat(20_001) }, 'text'],
    ['a subject on two lines', { text: 'x', subject: 'Hello\r\nBcc: eve@example.org' }, 'subject'],
    ['a subject of 201 characters', { text: 'x', subject: 'x'.repeat(201) }, 'subject'],
    ['an unknown property', { text: 'x', to: 'eve@example.org' }, 'to'],
  ])('rejects %s', async (_, body, path) => {
    const id = await posted();
    const { status, body: problem } = await reply(id, body);
    expect([status, problem.errors[0].path]).toEqual([422, path]);
    expect(await list(id)).toEqual([]);
  });

  it('accepts a subject of 200 characters and a text of 20,000 characters', async () => {
    const body = { subject: 's'.repeat(200), text: '語'.repeat(20_000) };
    expect(await reply(await posted(), body)).toMatchObject({ status: 202, body });
  });

  it.each([[{ name: 'Ada' }], [{ email: 'no address' }]])(
    'rejects a reply to the submission %j because it has no address',
    async (fields) => {
      const { status, body } = await reply(await posted(fields));
      expect([status, body.code]).toEqual([422, 'validation-failed']);
    },
  );
});

describe("the form's setting", () => {
  const update = (replies: object | null, sent: object = {}) =>
    call('updateForm', { key: account.key, path: { id: form.id }, body: { replies, ...sent } });

  it('turns replies off', async () => {
    expect(form.replies).toEqual({ enabled: true, reply_to: null });
    const id = await posted();
    expect((await update({ enabled: false })).body.replies).toEqual({ enabled: false, reply_to: null });
    const { status, body } = await reply(id);
    expect([status, body.code]).toEqual([403, 'replies-disabled']);
    expect((await update(null)).body.replies.enabled).toBe(true);
    expect((await reply(id)).status).toBe(202);
  });

  it('uses the reply-to address, which must be confirmed', async () => {
    const unconfirmed = await update({ reply_to: 'team@example.com' });
    expect([unconfirmed.status, unconfirmed.body.errors[0].path]).toEqual([422, 'replies.reply_to']);
    await confirm('team@example.com');
    expect((await update({ reply_to: 'team@example.com' })).status).toBe(200);
    expect((await reply(await posted())).body.reply_to).toBe('team@example.com');
    const another = { name: 'Another', replies: { reply_to: 'eve@example.com' } };
    expect((await call('createForm', { key: account.key, body: another })).status).toBe(422);
  });

  it("is replaced by the member's address until it is confirmed", async () => {
    const member = await signIn(stores, account.accountId, { role: 'editor', email: 'grace@example.com' });
    const byMember = async () => (await reply(await posted(), undefined, as(member))).body.reply_to;
    expect(await byMember()).toBe('grace@example.com');
    await confirm('team@example.com');
    await update({ reply_to: 'team@example.com' });
    expect(await byMember()).toBe('team@example.com');
    await stores.db.send(
      new PutCommand({
        TableName: stores.tables.recipients,
        Item: {
          owner_id: form.id,
          recipient_id: recipientIdOf(account.accountId, 'team@example.com'),
          bounced_at: new Date().toISOString(),
        },
      }),
    );
    expect(await byMember()).toBe('grace@example.com');
  });
});

describe('with an idempotency key', () => {
  const once = (value: string) => ({ headers: { 'idempotency-key': value } });

  it('is stored only once, even for concurrent requests, which all return the first reply', async () => {
    const id = await posted();
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text) => reply(id, { text }, once('a'))),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
    expect((await reply(id, { text: 'five' }, once('b'))).body.text).toBe('five');
  });

  it('is stored separately for each submission and each author', async () => {
    const [id, other] = [await posted(), await posted()];
    const another = await newKey(stores, account.accountId, 'management');
    const answers = [
      await reply(id, { text: 'x' }, once('a')),
      await reply(other, { text: 'x' }, once('a')),
      await reply(id, { text: 'x' }, { ...once('a'), key: another.key }),
    ];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  });

  it('is returned again even after the limit has been reached', async () => {
    const id = await posted();
    const { body: first } = await reply(id, { text: 'x' }, once('a'));
    for (let count = 1; count < 50; count += 1) await reply(id);
    expect((await reply(id)).status).toBe(429);
    expect((await reply(id, { text: 'x' }, once('a'))).body).toEqual(first);
  });
});

it('is limited to exactly 50 a day for each member or key, even if requests race', async () => {
  const id = await posted();
  const answers = await Promise.all(Array.from({ length: 55 }, () => reply(id)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
  expect(refused).toHaveLength(5);
  const wait = Number(refused[0]!.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(86_400);
  const another = await newKey(stores, account.accountId, 'management');
  expect((await reply(id, undefined, { key: another.key })).status).toBe(202);
});

it('is listed newest first, page by page', async () => {
  const id = await posted();
  for (const text of ['one', 'two', 'three']) await reply(id, { text });
  const query = { limit: '2' };
  const page = (await call('listReplies', { key: account.key, path: { id }, query })).body;
  expect(page.data.map(({ text }: { text: string }) => text)).toEqual(['three', 'two']);
  const cursor = page.next_cursor;
  const rest = (await call('listReplies', { key: account.key, path: { id }, query: { ...query, cursor } }))
    .body;
  expect(rest.data.map(({ text }: { text: string }) => text)).toEqual(['one']);
});

it('gives the submission a new version so that deleting the submission also deletes the reply', async () => {
  const id = await posted();
  await reply(id);
  const Key = { form_id: form.id, submission_id: id };
  const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.submissions, Key }));
  expect(Item!['version']).toBe(1);
  // The reply and its record in the e-mail log are stored together.
  expect(await rowsOf(stores.tables.replies, 'owner_id', form.id)).toHaveLength(1);
  expect(await rowsOf(stores.tables.emails, 'form_id', form.id)).toMatchObject([
    { kind: 'reply', status: 'queued', recipient_id: recipientIdOf(account.accountId, ADA.email) },
  ]);
});

it('is not stored for a submission that was deleted', async () => {
  const id = await posted();
  const Key = { form_id: form.id, submission_id: id };
  await stores.db.send(new DeleteCommand({ TableName: stores.tables.submissions, Key }));
  expect((await reply(id)).status).toBe(404);
  expect(await rowsOf(stores.tables.replies, 'owner_id', form.id)).toEqual([]);
});

it("stays within the caller's account, forms, and permissions", async () => {
  const id = await posted();
  const stranger = await newAccount(stores);
  const readOnly = await signIn(stores, account.accountId, { role: 'viewer' });
  expect((await reply(id, undefined, { key: stranger.key })).status).toBe(404);
  expect((await call('listReplies', { key: stranger.key, path: { id } })).status).toBe(404);
  expect((await reply(id, undefined, as(readOnly))).status).toBe(403);
  await reply(id);
  expect((await call('listReplies', { ...as(readOnly), path: { id } })).body.data).toHaveLength(1);
});
