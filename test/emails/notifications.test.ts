/** Tests how notification jobs become e-mails to form owners. */
import { ownerWebhookEmail } from '../../lambdas/emails/content/webhook-email.ts';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readdirSync } from 'node:fs';
import { MINUTE } from '../../lambdas/core/clock.ts';
import { newForm, type Form } from '../../lambdas/forms/form.ts';
import { submissionEmailStore } from '../../lambdas/submissions/email-log/email-log-store.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { EmailInProgress } from '../../lambdas/emails/send-at-least-once.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { ADA, ANSWERING, EmailWorld, OWNERS, TO_OWNERS } from './email-world.ts';

let world: EmailWorld;

beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

it('sends each address in notify_emails a separate e-mail', async () => {
  const job = await world.posted(await world.storedForm(OWNERS), ADA);
  await sendJobEmails(job, world.deps());
  expect((await world.recipients()).toSorted()).toEqual(TO_OWNERS);
});

it('skips recipients if the submission does not match their filter, and says why', async () => {
  const filter = (value: string) => ({ all: [{ field: 'name', op: 'equals' as const, value }] });
  const [first = '', second = ''] = OWNERS.notify_emails;
  const form = await world.storedForm({
    notify_emails: [
      { address: first, filter: filter('Somebody else') },
      { address: second, filter: { any: [{ field: '$form', op: 'exists' }] } },
    ],
  });
  const job = await world.posted(form, ADA);
  await sendJobEmails(job, world.deps());
  expect(await world.recipients()).toEqual([[second]]);
  const records = await submissionEmailStore(world.stores.db, world.stores.tables.emails).find(
    job.form_id,
    job.submission_id,
    world.now,
  );
  expect(records.map(({ address, status, reason }) => [address, status, reason])).toEqual(
    expect.arrayContaining([[first, 'skipped', 'filtered']]),
  );
});

it("sends a submission's notification once, even if the job runs repeatedly and in parallel", async () => {
  const job = await world.posted(await world.storedForm({ ...OWNERS, ...ANSWERING }), ADA);
  const first = await Promise.allSettled(Array.from({ length: 20 }, () => sendJobEmails(job, world.deps())));
  for (const result of first) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(EmailInProgress);
  }
  // Retry jobs that stopped because another run of the same job was in progress.
  world.now += 3 * MINUTE;
  for (let times = 0; times < 5; times += 1) await sendJobEmails(job, world.deps());
  expect((await world.recipients()).toSorted()).toEqual([['ada@example.org'], ...TO_OWNERS]);
});

it('sends nothing for spam, a deleted submission, or a deleted form', async () => {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  const job = await world.posted(form, ADA);
  await sendJobEmails(await world.posted(form, ADA, 'spam'), world.deps());
  const { form_id, submission_id } = job;
  await world.stores.db.send(
    new DeleteCommand({ TableName: world.stores.tables.submissions, Key: { form_id, submission_id } }),
  );
  await sendJobEmails(job, world.deps());
  const elsewhere = newForm(world.accountId, { name: 'Gone', ...OWNERS }, world.now, systemRandom);
  await sendJobEmails(await world.posted(elsewhere, ADA), world.deps());
  expect(await world.recipients()).toEqual([]);
});

it('sends nothing for a suspended account, not even to its owners', async () => {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  const job = await world.posted(form, ADA);
  world.suspended.add(form.account_id);
  await sendJobEmails(job, world.deps());
  expect(await world.recipients()).toEqual([]);
});

it('sends a notification when spam is released, but not when it is marked and released again', async () => {
  const form = await world.storedForm(OWNERS);
  const job = await world.posted(form, ADA, 'spam');
  const mark = (status: string) =>
    world.stores.db.send(
      new UpdateCommand({
        TableName: world.stores.tables.submissions,
        Key: { form_id: form.form_id, submission_id: job.submission_id },
        UpdateExpression: 'SET #status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      }),
    );
  await sendJobEmails(job, world.deps());
  expect(await world.recipients()).toEqual([]);
  await mark('received');
  await sendJobEmails(job, world.deps());
  await mark('spam');
  await mark('received');
  await sendJobEmails(job, world.deps());
  expect((await world.recipients()).toSorted()).toEqual(TO_OWNERS);
});

it("shows times in the form's time zone or, if it has none, the account's", async () => {
  const received = async (name: string, time_zone: string | null) => {
    const form = await world.storedForm({ name, notify_emails: ['owner@example.com'], time_zone });
    await sendJobEmails(await world.posted(form, ADA), world.deps());
    const mail = (await world.mails()).find(({ text }) => text!.includes(name));
    return /2026-.*(?=, submission)/.exec(mail!.text!)?.[0];
  };
  const { db, tables } = world.stores;
  expect(await received('First', null)).toBe('2026-11-30 14:05 UTC');
  await db.send(
    new UpdateCommand({
      TableName: tables.accounts,
      Key: { account_id: world.accountId },
      UpdateExpression: 'SET time_zone = :zone',
      ExpressionAttributeValues: { ':zone': 'Asia/Kolkata' },
    }),
  );
  expect(await received('Second', null)).toBe('2026-11-30 19:35 (Asia/Kolkata)');
  expect(await received('Third', 'Europe/Berlin')).toBe('2026-11-30 15:05 (Europe/Berlin)');
});

const jobOf = (of: Form, url: string) => ({
  kind: 'webhook-disabled' as const,
  id: `wh_1-${of.form_id}-2026-11-30T14:05:00.000Z`,
  account_id: of.account_id,
  form_id: of.form_id,
  webhook_id: 'wh_1',
  url,
  failing_since: '2026-11-25T10:00:00.000Z',
  disabled_at: '2026-11-30T14:05:00.000Z',
  reason: 'failing' as const,
});

it('sends one e-mail about a disabled webhook', async () => {
  const form = await world.storedForm({ ...OWNERS, name: 'Contact <us>' });
  const disabled = jobOf(form, 'https://receiver.example/hook?token=secret');
  await sendJobEmails(disabled, world.deps());
  await sendJobEmails(disabled, world.deps());
  expect((await world.recipients()).toSorted()).toEqual([['boss@example.com'], ...TO_OWNERS]);
  const mails = await world.mails();
  const mail = mails.find(({ text }) => text!.includes('Unsubscribe'));
  expect(mail!.subject).toBe('Webhook disabled: Contact <us>');
  expect(mail!.text).toContain('https://receiver.example/hook?… (wh_1)');
  expect(mail!.text).toContain('since 2026-11-25 10:00 UTC');
  expect(mail!.html).not.toMatch(/secret|<us>/);
});

it('notifies owners when a webhook starts failing or its endpoint responds with a 410', async () => {
  const form = await world.storedForm({ ...OWNERS, name: 'Contact' });
  const about = {
    id: 'wh_1-2026-11-30T14:05:00.000Z',
    account_id: form.account_id,
    form_id: form.form_id,
    webhook_id: 'wh_1',
    url: 'https://receiver.example/hook?token=secret',
    failing_since: '2026-11-30T14:05:00.000Z',
  };
  await sendJobEmails({ kind: 'webhook-failing', ...about }, world.deps());
  await sendJobEmails({ kind: 'webhook-failing', ...about }, world.deps());
  const gone = { kind: 'webhook-disabled', disabled_at: about.failing_since, reason: 'gone' } as const;
  await sendJobEmails({ ...gone, ...about }, world.deps());
  const mails = await world.mails();
  expect(mails).toHaveLength(2 * (TO_OWNERS.length + 1));
  expect([...new Set(mails.map(({ subject }) => subject))].sort()).toEqual([
    'Webhook disabled: Contact',
    'Webhook failing: Contact',
  ]);
  const [failing, disabled] = ['failing', 'disabled'].map((word) =>
    mails.find(({ subject }) => subject!.includes(word)),
  );
  expect(failing!.text).toContain('https://receiver.example/hook?… (wh_1)');
  expect(failing!.text).toContain('2026-11-30 14:05 UTC');
  expect(disabled!.text).toContain('410');
  expect(`${failing!.html}${disabled!.html}`).not.toContain('secret');
});

it("notifies the account's owner about a webhook in one e-mail, whether or not its form has recipients", async () => {
  const url = 'https://receiver.example/';
  await sendJobEmails(jobOf(await world.storedForm({ language: 'de' }), url), world.deps());
  expect(await world.recipients()).toEqual([['boss@example.com']]);
  expect((await world.mails())[0]!.subject).toMatch(/^Webhook deaktiviert: /);
  await world.renew();
  const form = await world.storedForm({ notify_emails: ['Boss@example.com'] });
  await sendJobEmails(jobOf(form, url), world.deps());
  const [mail, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(mail!.text).toContain('Unsubscribe');
});

it("notifies the account's owner about an account-wide webhook, with a link to the console", () => {
  const job = {
    kind: 'webhook-failing' as const,
    id: 'wh_1-2026-11-30T14:05:00.000Z',
    account_id: 'acc_1',
    form_id: null,
    webhook_id: 'wh_1',
    url: 'https://receiver.example/hook?token=secret',
    failing_since: '2026-11-30T14:05:00.000Z',
  };
  const account = { account_id: 'acc_1', name: 'Ann & Co', email: 'ann@example.com', cursor_key: 'key' };
  const from = { name: 'Forms', address: 'forms@example.com' };
  const mail = ownerWebhookEmail(
    { job, form: undefined, account, baseUrl: 'https://forms.example', to: account.email },
    from,
  );
  expect(mail).toMatchObject({ to: 'ann@example.com', scope: 'acc_1' });
  expect(mail.subject).toBe('Webhook failing: all forms, Ann & Co');
  expect(mail.text).toContain('https://receiver.example/hook?… (wh_1)');
  expect(mail.text).toContain('Open in the console:\nhttps://forms.example/console/webhooks/wh_1');
  expect(mail.html).toContain('<a href="https://forms.example/console/webhooks/wh_1"');
  expect(`${mail.text}${mail.html}`).not.toContain('secret');
});

it('leaves only complete messages in the local e-mail folder', async () => {
  await sendJobEmails(await world.posted(await world.storedForm(OWNERS), ADA), world.deps());
  expect(readdirSync(world.folder).every((name) => name.endsWith('.eml'))).toBe(true);
});
