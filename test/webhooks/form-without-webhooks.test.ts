/** What fan-out hears of submissions to forms that have neither webhooks nor e-mails: operations, stores, and the stream's filter. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { listenerMarks } from '../../lambdas/ingest/listener-marks.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { webhookCreationStore } from '../../lambdas/webhooks/webhook-creation-store.ts';
import { newWebhook } from '../../lambdas/webhooks/webhook.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { matches, parsePattern } from '../../local/event-sources/event-pattern.ts';
import { submissionRecord } from '../support/aws/stream-record.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let form: { id: string; slug: string };

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true' });
});
afterAll(() => stores.stop());
beforeEach(async () => {
  account = await newAccount(stores, { plan: 'team' });
  form = await createForm();
});

const URL = 'https://hooks.example.org/in';
/** As the template's filter has it (test/template/webhooks.test.ts). */
const HEARD = {
  eventName: ['INSERT'],
  dynamodb: {
    NewImage: {
      status: { S: ['received'] },
      imported_at: { S: [{ exists: false }] },
      nobody_to_tell: { BOOL: [{ exists: false }] },
    },
  },
};

const createForm = async (body: object = { name: 'Contact' }) =>
  (await call('createForm', { key: account.key, body })).body;
const as = (operation: Parameters<typeof call>[0], id: string, body?: unknown) =>
  call(operation, { key: account.key, path: { id }, ...(body !== undefined && { body }) });
const createWebhook = (url = URL) => as('createWebhook', form.id, { url });

/** Posts to the form, and says whether fan-out hears of it. */
async function isHeard(address = form.slug): Promise<boolean> {
  const { status, body } = await call('submitForm', { path: { slug: address }, body: { name: 'Ada' } });
  expect(status).toBe(201);
  const { db, tables } = stores;
  const after = await submissionStore(db, tables.submissions).find(form.id, body.id);
  return matches(parsePattern(HEARD, 'the test'), submissionRecord({ after }));
}

describe('fan-out hears', () => {
  it('nothing of a form without webhooks and e-mails, by its slug or its id', async () => {
    expect([await isHeard(), await isHeard(form.id)]).toEqual([false, false]);
  });

  it('of every post since the form’s first webhook, by its slug or its id, also when that is gone', async () => {
    const { body: webhook } = await createWebhook();
    expect([await isHeard(), await isHeard(form.id)]).toEqual([true, true]);
    expect((await as('deleteWebhook', webhook.id)).status).toBe(204);
    expect(await isHeard()).toBe(true);
  });

  it('of the posts to the form with the webhook, and nothing of others', async () => {
    const other = await createForm();
    await createWebhook();
    expect(await isHeard()).toBe(true);
    form = other;
    expect(await isHeard()).toBe(false);
  });

  it('of every post since the account’s first webhook of all forms', async () => {
    expect(await isHeard()).toBe(false);
    await call('createAccountWebhook', { key: account.key, body: { url: URL } });
    expect(await isHeard()).toBe(true);
  });

  it.each([
    ['an address that is notified', { notify_emails: ['ada@example.com'] }, { notify_emails: [] }],
    [
      'a reply to who posted',
      { autoresponder: { enabled: true, subject: 'Thanks', text: 'We write soon.' } },
      { autoresponder: { enabled: false } },
    ],
  ])('of a post while the form has %s', async (_, given, taken) => {
    expect((await as('updateForm', form.id, given)).status).toBe(200);
    expect(await isHeard()).toBe(true);
    expect((await as('updateForm', form.id, taken)).status).toBe(200);
    expect(await isHeard()).toBe(false);
    form = await createForm({ name: 'With it from the start', ...given });
    expect(await isHeard()).toBe(true);
  });

  it('nothing after other changes of the form, a new slug among them', async () => {
    const slug = `new-${form.slug}`;
    expect((await as('updateForm', form.id, { name: 'Jobs', slug })).status).toBe(200);
    expect([await isHeard(slug), await isHeard(form.id)]).toEqual([false, false]);
    await createWebhook();
    expect([await isHeard(slug), await isHeard(form.id)]).toEqual([true, true]);
  });

  it('of the posts that come near the quota, of which the owner is told', async () => {
    account = await newAccount(stores, { monthly_quota: 5 });
    form = await createForm();
    // With the fourth of five 80 percent are used.
    expect([await isHeard(), await isHeard(), await isHeard(), await isHeard()]).toEqual([
      ...[false, false, false],
      true,
    ]);
  });

  it('of every post to a form that is older than the mark', async () => {
    const { db, tables } = stores;
    for (const slug of [form.slug, form.id]) {
      const UpdateExpression = 'REMOVE no_webhooks, no_emails';
      await db.send(new UpdateCommand({ TableName: tables.formSlugs, Key: { slug }, UpdateExpression }));
    }
    expect(await isHeard()).toBe(true);
    // A change brings back what is known of e-mails; of webhooks nothing is.
    await as('updateForm', form.id, { name: 'Jobs' });
    expect(await isHeard()).toBe(true);
    expect((await createWebhook()).status).toBe(201);
  });
});

describe('a first webhook', () => {
  it('is heard of whatever changes of the form and new slugs race with it', async () => {
    for (let round = 0; round < 6; round += 1) {
      form = await createForm();
      const slug = (change: number) => `${form.slug}-${round}-${change}`;
      const changes = [0, 1, 2].map((change) =>
        as('updateForm', form.id, change === 0 ? { name: 'Other' } : { slug: slug(change) }),
      );
      const [webhook, second, ...changed] = await Promise.all([
        createWebhook(),
        createWebhook(`${URL}/second`),
        ...changes,
      ]);
      expect([webhook.status, second.status]).toEqual([201, 201]);
      expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { slug: now } = (await as('getForm', form.id)).body;
      expect([await isHeard(now), await isHeard(form.id)]).toEqual([true, true]);
    }
  });

  it('is not stored when its form is deleted after its mark was read', async () => {
    const { db, tables } = stores;
    await as('deleteForm', form.id);
    const Item = { slug: form.id, form_id: form.id, no_webhooks: true };
    await db.send(new PutCommand({ TableName: tables.formSlugs, Item }));
    const of = { account_id: account.accountId, form_id: form.id };
    const webhook = newWebhook(of, { url: URL }, Date.now(), systemRandom);
    const store = webhookCreationStore(db, tables, Date.now);
    expect(await store.createWithin(10, webhook)).toEqual({ kind: 'form-gone' });
  });
});

const SILENT = { no_webhooks: true, no_emails: true } as const;
it.each([
  [SILENT, { noAccountWebhooks: true, used: 0 }, 999, [true, true]],
  [{ no_emails: true }, { noAccountWebhooks: true, used: 0 }, 0, [true, false]],
  [{ no_webhooks: true }, { noAccountWebhooks: true, used: 0 }, 0, [true, false]],
  [SILENT, { noAccountWebhooks: false, used: 0 }, 0, [false, false]],
  // 80 of 100 units are used with this one.
  [SILENT, { noAccountWebhooks: true, used: 78 }, 0, [true, true]],
  [SILENT, { noAccountWebhooks: true, used: 79 }, 0, [true, false]],
  // Its body took a second.
  [SILENT, { noAccountWebhooks: true, used: 0 }, 1000, [false, false]],
] as const)(
  'a post to a form with %p in an account with %p after %i ms has these marks: %p',
  (of, quota, elapsedMs, [noAccountWebhooks, nobodyToTell]) => {
    const counter = { counter: 'quota#1', limit: 100, expiresAt: 0 };
    expect(listenerMarks(of, { counter, ...quota }, elapsedMs)).toEqual({ noAccountWebhooks, nobodyToTell });
  },
);
