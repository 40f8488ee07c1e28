/**
 * Tests which submissions reach fan-out when a form has no webhooks and sends no e-mails: the operations, the
 * stores, and the stream's filter.
 */
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { absenceMarks } from '../../lambdas/ingest/absence-marks.ts';
import { submissionChangeHandler } from '../../lambdas/outbox/submission-record-handlers.ts';
import { formChanger, wholeFormReader } from '../../lambdas/forms/form-store.ts';
import type { SubmissionChange } from '../../lambdas/submissions/submission-stream.ts';
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
/** Stream filter of fan-out, as in the template (test/template/webhooks.test.ts). */
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

/** Submits the form and returns true if the stream filter passes the submission to fan-out. */
async function isHeard(address = form.slug): Promise<boolean> {
  const { status, body } = await call('submitForm', { path: { slug: address }, body: { name: 'Ada' } });
  expect(status).toBe(201);
  const { db, tables } = stores;
  const after = await submissionStore(db, tables.submissions).find(form.id, body.id);
  return matches(parsePattern(HEARD, 'the test'), submissionRecord({ after }));
}

describe('fan-out receives', () => {
  it('no submissions to a form without webhooks or e-mails, whether sent by slug or ID', async () => {
    expect([await isHeard(), await isHeard(form.id)]).toEqual([false, false]);
  });

  it("every submission after the form's first webhook, by slug or ID, even once the webhook is deleted", async () => {
    const { body: webhook } = await createWebhook();
    expect([await isHeard(), await isHeard(form.id)]).toEqual([true, true]);
    expect((await as('deleteWebhook', webhook.id)).status).toBe(204);
    expect(await isHeard()).toBe(true);
  });

  it('submissions to the form with the webhook but no others', async () => {
    const other = await createForm();
    await createWebhook();
    expect(await isHeard()).toBe(true);
    form = other;
    expect(await isHeard()).toBe(false);
  });

  it('every submission after the first account-wide webhook has been created', async () => {
    expect(await isHeard()).toBe(false);
    await call('createAccountWebhook', { key: account.key, body: { url: URL } });
    expect(await isHeard()).toBe(true);
  });

  it.each([
    ['a notified address', { notify_emails: ['ada@example.com'] }, { notify_emails: [] }],
    [
      'a reply to the submitter',
      { autoresponder: { enabled: true, subject: 'Thanks', text: 'We write soon.' } },
      { autoresponder: { enabled: false } },
    ],
  ])('a submission while the form has %s', async (_, given, taken) => {
    expect((await as('updateForm', form.id, given)).status).toBe(200);
    expect(await isHeard()).toBe(true);
    expect((await as('updateForm', form.id, taken)).status).toBe(200);
    expect(await isHeard()).toBe(false);
    form = await createForm({ name: 'With it from the start', ...given });
    expect(await isHeard()).toBe(true);
  });

  it('no submissions after other changes to the form, including a new slug', async () => {
    const slug = `new-${form.slug}`;
    expect((await as('updateForm', form.id, { name: 'Jobs', slug })).status).toBe(200);
    expect([await isHeard(slug), await isHeard(form.id)]).toEqual([false, false]);
    await createWebhook();
    expect([await isHeard(slug), await isHeard(form.id)]).toEqual([true, true]);
  });

  it('submissions that bring the account close to its quota, so that the owner can be notified', async () => {
    account = await newAccount(stores, { monthly_quota: 5 });
    form = await createForm();
    // The fourth of five submissions reaches 80 percent of the quota, so the owner must be notified.
    expect([await isHeard(), await isHeard(), await isHeard(), await isHeard()]).toEqual([
      ...[false, false, false],
      true,
    ]);
  });

  it('every submission to a form older than the marker', async () => {
    const { db, tables } = stores;
    for (const slug of [form.slug, form.id]) {
      const UpdateExpression = 'REMOVE no_webhooks, no_emails';
      await db.send(new UpdateCommand({ TableName: tables.formSlugs, Key: { slug }, UpdateExpression }));
    }
    expect(await isHeard()).toBe(true);
    // Updating the form restores the `no_emails` marker, but not the `no_webhooks` marker.
    await as('updateForm', form.id, { name: 'Jobs' });
    expect(await isHeard()).toBe(true);
    expect((await createWebhook()).status).toBe(201);
  });
});

describe('a first webhook', () => {
  it('takes effect even if changes to the form and its slug race with it', async () => {
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

  /** Returns a database client that runs another action before the first transaction, to simulate a race. */
  function interrupted(first: () => Promise<unknown>): TestStores['db'] {
    let isFirst = true;
    const send = async (command: object): Promise<unknown> => {
      if (isFirst && command instanceof TransactWriteCommand) {
        isFirst = false;
        await first();
      }
      return stores.db.send(command as never);
    };
    return Object.assign(Object.create(stores.db) as TestStores['db'], { send });
  }
  const storeWebhook = (db: TestStores['db']) => {
    const of = { account_id: account.accountId, owner_id: form.id };
    const webhook = newWebhook(of, { url: URL }, Date.now(), systemRandom);
    return webhookCreationStore(db, stores.tables, Date.now).createWithin(10, webhook);
  };

  it('is stored and takes effect if its form gets a new slug just beforehand', async () => {
    const slug = `other-${form.slug}`;
    const db = interrupted(() => as('updateForm', form.id, { slug }));
    expect(await storeWebhook(db)).toEqual({ kind: 'stored' });
    expect([await isHeard(slug), await isHeard(form.id)]).toEqual([true, true]);
  });

  it('is not stored if its form is deleted just beforehand', async () => {
    const db = interrupted(() => as('deleteForm', form.id));
    expect(await storeWebhook(db)).toEqual({ kind: 'form-gone' });
  });

  it('takes effect if it is created just before a form change is stored, which then has to retry', async () => {
    const { tables } = stores;
    const before = await wholeFormReader(stores.db, tables.forms).find(account.accountId, form.id);
    const db = interrupted(createWebhook);
    const changer = formChanger(db, { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs });
    const after = { ...before!, version: before!.version + 1 };
    expect(await changer.replace(before!, after)).toBe('changed-concurrently');
    expect(await changer.replace(before!, after)).toBe('written');
    expect([await isHeard(), await isHeard(form.id)]).toEqual([true, true]);
  });
});

const SILENT = { no_webhooks: true, no_emails: true } as const;
const NONE_OF_ACCOUNT = { no_account_webhooks: true };
const NOBODY = { ...NONE_OF_ACCOUNT, nobody_to_tell: true };
it.each([
  [SILENT, { noAccountWebhooks: true, used: 0 }, 999, NOBODY],
  [{ no_emails: true }, { noAccountWebhooks: true, used: 0 }, 0, NONE_OF_ACCOUNT],
  [{ no_webhooks: true }, { noAccountWebhooks: true, used: 0 }, 0, NONE_OF_ACCOUNT],
  [SILENT, { noAccountWebhooks: false, used: 0 }, 0, {}],
  // With 79 of 100 units used, the next submission reaches 80 percent, so the account's owner must be
  // notified.
  [SILENT, { noAccountWebhooks: true, used: 78 }, 0, NOBODY],
  [SILENT, { noAccountWebhooks: true, used: 79 }, 0, NONE_OF_ACCOUNT],
  [SILENT, { noAccountWebhooks: true, used: 0 }, 1000, {}],
] as const)(
  'a submission to a form with %p in an account with %p, stored after %i ms, is marked %p',
  (of, quota, elapsedMs, marks) => {
    const counter = { counter: 'quota#1', limit: 100, expiresAt: 0 };
    expect(absenceMarks(of, { counter, ...quota }, elapsedMs)).toEqual(marks);
  },
);

describe('submissions to a form without recipients', () => {
  const FOLLOWERS = ['toWebhooks', 'toEmails', 'toEventBus', 'deleteTraces'] as const;
  async function followersOf(change: object): Promise<string[]> {
    const called: string[] = [];
    const follower = (name: string) => () => Promise.resolve(void called.push(name));
    const followers = Object.fromEntries(FOLLOWERS.map((name) => [name, follower(name)]));
    await submissionChangeHandler(followers as never)(change as SubmissionChange);
    return called;
  }
  const after = { form_id: 'frm_1', submission_id: 'sub_1', status: 'received' };
  const marked = { ...after, nobody_to_tell: true };

  it.each([
    ['only goes to the event bus', { event: 'INSERT', after: marked }, ['toEventBus']],
    [
      'goes everywhere without the mark',
      { event: 'INSERT', after },
      ['toWebhooks', 'toEmails', 'toEventBus'],
    ],
    [
      'goes everywhere when it is released from spam',
      { event: 'MODIFY', after: marked },
      ['toWebhooks', 'toEmails', 'toEventBus'],
    ],
    ['has its traces deleted', { event: 'REMOVE', before: marked }, ['deleteTraces']],
  ])('%s', async (_, change, expected) => {
    expect(await followersOf(change)).toEqual(expected);
  });
});
