/** Tests how replies are sent to submitters, with real tables and the SES emulator. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE, SECOND } from '../../lambdas/core/clock.ts';
import type { FormInput } from '../../lambdas/forms/form.ts';
import { EmailNotAccepted, EmailOutcomeUnknown } from '../../lambdas/emails/email.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { emailLogStore } from '../../lambdas/submissions/email-log/email-log-store.ts';
import { replyRecord } from '../../lambdas/submissions/email-log/email-record.ts';
import type { ReplyJob } from '../../lambdas/submissions/replies/reply-job.ts';
import { replyKeyOf } from '../../lambdas/submissions/replies/reply.ts';
import { ADA, EmailWorld } from './email-world.ts';

let world: EmailWorld;

beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

const REPLY = {
  reply_id: 'rep_1',
  to: 'ada@example.org',
  reply_to: 'grace@example.com',
  subject: 'Re: Opening hours',
  text: 'Hello Ada,\n\nuntil 6 pm.',
  actor: { type: 'member' as const, id: 'mem_1', name: 'Grace' },
  created_at: '2026-11-30T14:05:00.000Z',
};

/** Returns the job of a reply to a new submission, and functions that store and remove the reply. */
async function replying(settings: Partial<FormInput> = {}, reply: Partial<typeof REPLY> = {}) {
  const { db, tables } = world.stores;
  const form = await world.storedForm(settings);
  const submission = await world.stored(form, ADA);
  const { form_id, submission_id } = submission;
  const written = { ...REPLY, ...reply };
  const { reply_id } = written;
  const record = replyRecord(submission, written);
  const job: ReplyJob = { kind: 'reply', form_id, submission_id, reply_id, queued_at: world.now };
  const store = async (): Promise<void> => {
    const Item = {
      ...written,
      owner_id: form_id,
      reply_key: replyKeyOf(submission_id, reply_id),
      submission_id,
    };
    await db.send(new PutCommand({ TableName: tables.replies, Item }));
    await emailLogStore(db, tables.emails).add(record, world.now);
  };
  const log = () => world.logged({ kind: 'submission', form_id, submission_id });
  return { form, submission, job, store, log };
}
/** Like `replying`, but the reply is already stored. */
async function replied(...args: Parameters<typeof replying>) {
  const made = await replying(...args);
  await made.store();
  return made;
}

it("goes from the stage's sender, with the form's name, to the submitter", async () => {
  const { job, log } = await replied();
  await sendJobEmails(job, world.deps());
  const [mail, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: { name: 'Contact', address: 'forms@example.com' },
    to: [{ address: 'ada@example.org' }],
    replyTo: [{ address: 'grace@example.com' }],
    subject: 'Re: Opening hours',
  });
  expect(mail!.text!.trim()).toBe('Hello Ada,\n\nuntil 6 pm.');
  // A person wrote the e-mail, so it isn't marked as automatic.
  expect(mail!.headers.map(({ key }) => key)).not.toContain('auto-submitted');
  expect(await log()).toEqual([['reply', undefined, 'sent', undefined]]);
});

it("has the brand's name as sender if the form has a brand", async () => {
  const { job } = await replied({ brand: { name: 'Acme, "Inc." <eve@example.org>' } });
  await sendJobEmails(job, world.deps());
  const [mail] = await world.mails();
  expect(mail!.from).toMatchObject({ address: 'forms@example.com' });
  expect(mail!.from!.name).toMatch(/^Acme, /);
});

it.each([1, 8])(
  'contains no injected headers or markup if hostile text is repeated %d times',
  async (times) => {
    const hostile =
      'x\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script> =?UTF-8?Q?=0D=0ABcc:_e?='.repeat(times);
    const { job } = await replied({}, { subject: hostile, text: hostile });
    await sendJobEmails(job, world.deps());
    const [mail] = await world.mails();
    expect(mail!.to).toEqual([expect.objectContaining({ address: 'ada@example.org' })]);
    expect(mail!.bcc).toBeUndefined();
    expect(mail!.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(mail!.html).not.toContain('<script>');
    expect(mail!.text).toContain('<script>alert(1)</script>');
  },
);

it('is sent once, even if its job runs several times at once', async () => {
  const { job } = await replied();
  await Promise.all([1, 2, 3, 4, 5].map(() => sendJobEmails(job, world.deps())));
  await sendJobEmails(job, world.deps());
  expect(await world.recipients()).toEqual([['ada@example.org']]);
});

it('is never sent again if the function stops while sending it', async () => {
  const { job, log } = await replied();
  const neverEnds = { ...world.deps(), send: () => new Promise<never>(() => undefined) };
  const started = new Promise<void>((resolve) => {
    const send = (): Promise<never> => {
      resolve();
      return neverEnds.send();
    };
    void sendJobEmails(job, { ...neverEnds, send });
  });
  await started;
  world.now += 10 * MINUTE;
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toEqual([]);
  expect(await log()).toEqual([['reply', undefined, 'queued', undefined]]);
});

it.each([
  ['is sent later if the mail service accepts nothing now', new EmailNotAccepted('busy', false), 'sent', 1],
  ['is given up if the mail service refuses it', new EmailNotAccepted('refused', true), 'skipped', 0],
  ['is not sent again if the outcome is unknown', new EmailOutcomeUnknown('lost'), 'queued', 0],
])('%s', async (_, error, status, sent) => {
  const { job, log } = await replied();
  const failing = { ...world.deps(), send: () => Promise.reject(error) };
  await sendJobEmails(job, failing).catch(() => undefined);
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toHaveLength(sent);
  expect((await log()).map(([kind, , now]) => [kind, now])).toEqual([['reply', status]]);
});

it('waits until the request has stored it, and is dropped if the request fails', async () => {
  const { job, store } = await replying();
  await expect(sendJobEmails(job, world.deps())).rejects.toThrow('rep_1');
  world.now += 30 * SECOND;
  await expect(sendJobEmails(job, world.deps())).rejects.toThrow('rep_1');
  world.now += 31 * SECOND;
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toEqual([]);
  await store();
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toHaveLength(1);
});

it.each(['bounced', 'complained'] as const)('is not sent to an address that %s before', async (reason) => {
  const { form, submission, job, log } = await replied();
  const { recipient_id } = replyRecord(submission, REPLY);
  const Item = { owner_id: form.form_id, recipient_id, [`${reason}_at`]: '2026-11-01T00:00:00.000Z' };
  await world.stores.db.send(new PutCommand({ TableName: world.stores.tables.recipients, Item }));
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toEqual([]);
  expect(await log()).toEqual([['reply', undefined, 'skipped', `${reason}-before`]]);
});

it('is not sent while the account is suspended or after the submission is deleted', async () => {
  const suspended = await replied();
  world.suspended.add(world.accountId);
  await sendJobEmails(suspended.job, world.deps());
  expect(await suspended.log()).toEqual([['reply', undefined, 'skipped', 'suspended']]);
  world.suspended.clear();
  const { submission, job } = await replied();
  const { form_id, submission_id } = submission;
  await world.stores.db.send(
    new DeleteCommand({ TableName: world.stores.tables.submissions, Key: { form_id, submission_id } }),
  );
  await sendJobEmails(job, world.deps());
  expect(await world.mails()).toEqual([]);
});
