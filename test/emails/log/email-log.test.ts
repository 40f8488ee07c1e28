/** Tests the e-mail log with real tables: sent and skipped e-mails, SES events, and blocked addresses. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, MINUTE, timestamp } from '../../../lambdas/core/clock.ts';
import type { SubmissionJob } from '../../../lambdas/emails/email-job.ts';
import {
  confirmationRequest,
  type ConfirmationJob,
} from '../../../lambdas/forms/recipients/confirmation-request.ts';
import { recipientStatusStore, recipientStore } from '../../../lambdas/forms/recipients/recipient-store.ts';
import { recipientBlockStore } from '../../../lambdas/emails/recipients/recipient-block-store.ts';
import { recipientIdOf } from '../../../lambdas/forms/recipients/recipient.ts';
import {
  emailLogStore,
  submissionEmailStore,
} from '../../../lambdas/submissions/email-log/email-log-store.ts';
import type { recordEmailEvent as RecordEmailEvent } from '../../../lambdas/emails/log/record-email-event.ts';
import {
  autoresponseRecord,
  notificationRecord,
} from '../../../lambdas/submissions/email-log/email-record.ts';
import { sesEvent } from '../../../lambdas/emails/log/ses-event.ts';
import { sendJobEmails } from '../../../lambdas/emails/send-job-emails.ts';
import { applyFormPatch, ingestForm, type Form, type FormInput } from '../../../lambdas/forms/form.ts';
import { setFunctionEnvironment } from '../../support/service/handlers.ts';
import { ADA, ANSWERING, EmailWorld } from '../email-world.ts';

const OWNER = 'new@example.com';
let world: EmailWorld;
let recordEmailEvent: typeof RecordEmailEvent;
beforeAll(async () => {
  world = await EmailWorld.start();
  setFunctionEnvironment(world.stores);
  ({ recordEmailEvent } = await import('../../../lambdas/emails/log/record-email-event.ts'));
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

const db = () => world.stores.db;
const tables = () => world.stores.tables;

/** Creates a form and its slug record. The slug record is removed when the form is deleted. */
async function newFormWith(input: Partial<FormInput>, options?: { unconfirmed?: boolean }): Promise<Form> {
  const form = await world.storedForm(input, options);
  const Item = { ...ingestForm.parse(form), slug: form.form_id };
  await db().send(new PutCommand({ TableName: tables().formSlugs, Item }));
  return form;
}
const tell = (type: string, member: object, { scope, id, to }: { scope: string; id: string; to: string }) =>
  recordEmailEvent({
    log: emailLogStore(db(), tables().emails),
    recipients: recipientBlockStore(db(), tables()),
  })(
    sesEvent.parse({
      'detail-type': type,
      time: timestamp(world.now),
      detail: {
        ...member,
        mail: {
          messageId: 'm1',
          tags: {
            'svc-scope': [scope],
            'svc-email': [id],
            'svc-recipient': [recipientIdOf(world.accountId, to)],
          },
        },
      },
    }),
  );
const PERMANENT = { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } };
const COMPLAINT = { complaint: { complaintFeedbackType: 'abuse' } };
const notification = ({ form_id, submission_id }: SubmissionJob, to = OWNER) => ({
  scope: form_id,
  id: `notification.${submission_id}.${recipientIdOf(world.accountId, to)}`,
  to,
});
const autoresponse = ({ form_id, submission_id }: SubmissionJob, to = 'ada@example.org') => ({
  scope: form_id,
  id: `autoresponse.${submission_id}`,
  to,
});
const statusOf = async (form: Form, address = OWNER) =>
  (await recipientStatusStore(db(), tables())([form]))(form, address);
const send = async (form: Form, fields = ADA): Promise<SubmissionJob> => {
  const job = await world.posted(form, fields);
  await sendJobEmails(job, world.deps());
  return job;
};

it("records each of a submission's e-mails with its SES events", async () => {
  const form = await newFormWith({ notify_emails: [OWNER, 'boss@example.com'], ...ANSWERING });
  const job = await send(form);
  const boss = ['notification', 'boss@example.com', 'sent', undefined];
  expect((await world.logged(job)).toSorted()).toEqual([
    ['autoresponse', undefined, 'sent', undefined],
    boss,
    ['notification', OWNER, 'sent', undefined],
  ]);
  await tell('Email Delivered', {}, autoresponse(job));
  await tell('Email Delivery Delayed', { deliveryDelay: { delayType: 'General' } }, notification(job));
  expect((await world.logged(job)).toSorted()).toEqual([
    ['autoresponse', undefined, 'delivered', undefined],
    boss,
    ['notification', OWNER, 'sent', 'delayed-general'],
  ]);
  await tell('Email Delivered', {}, notification(job));
  expect(await world.logged(job)).toContainEqual(['notification', OWNER, 'delivered', undefined]);
});

it("stores a submitter's address only in the submission", async () => {
  const job = await send(await newFormWith(ANSWERING));
  const rows = await submissionEmailStore(db(), tables().emails).find(
    job.form_id,
    job.submission_id,
    world.now,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('ada@');
});

it('records why an e-mail was skipped', async () => {
  const form = await newFormWith({ notify_emails: [OWNER], ...ANSWERING }, { unconfirmed: true });
  const first = await send(form);
  expect(await world.logged(first)).toContainEqual(['notification', OWNER, 'skipped', 'unconfirmed']);
  const recipients = recipientStore(db(), tables().recipients);
  const subject = { ...form, recipient_id: recipientIdOf(world.accountId, OWNER) };
  await recipients.unsubscribe(subject, world.now);
  const second = await send(form);
  expect((await world.logged(second)).toSorted()).toEqual([
    ['autoresponse', undefined, 'skipped', 'limit'],
    ['notification', OWNER, 'skipped', 'unsubscribed'],
  ]);
  const third = await send(form, [['email', 'postmaster@example.org']]);
  expect(await world.logged(third)).toContainEqual([
    'autoresponse',
    undefined,
    'skipped',
    'automated-address',
  ]);
  world.suspended.add(world.accountId);
  const fourth = await send(form, [['email', 'eve@example.org']]);
  expect((await world.logged(fourth)).toSorted()).toEqual([
    ['autoresponse', undefined, 'skipped', 'suspended'],
    ['notification', OWNER, 'skipped', 'suspended'],
  ]);
});

it('sends skipped e-mails if the job is repeated after the recipient has confirmed', async () => {
  const form = await newFormWith({ notify_emails: [OWNER] }, { unconfirmed: true });
  const job = await send(form);
  const subject = { ...form, recipient_id: recipientIdOf(world.accountId, OWNER) };
  await recipientStore(db(), tables().recipients).confirm(subject, world.now);
  await sendJobEmails(job, world.deps());
  expect(await world.logged(job)).toEqual([['notification', OWNER, 'sent', undefined]]);
});

it('shows an e-mail as queued while SES accepts no e-mail', async () => {
  const form = await newFormWith({ notify_emails: [OWNER] });
  const job = await world.posted(form, ADA);
  await expect(sendJobEmails(job, world.deps({ ses: 'http://127.0.0.1:1' }))).rejects.toThrow();
  expect(await world.logged(job)).toEqual([['notification', OWNER, 'queued', undefined]]);
  world.now += 3 * MINUTE;
  await sendJobEmails(job, world.deps());
  expect(await world.logged(job)).toEqual([['notification', OWNER, 'sent', undefined]]);
});

it.each([
  ['bounced', 'Email Bounced', PERMANENT, 'permanent-general'],
  ['complained', 'Email Complaint Received', COMPLAINT, 'abuse'],
])(
  "sends no more of the form's e-mails to an address that %s, and records why",
  async (status, type, member, reason) => {
    const form = await newFormWith({ notify_emails: [OWNER], ...ANSWERING });
    const job = await send(form);
    await tell('Email Delivered', {}, notification(job));
    await tell(type, member, notification(job));
    // Simulate events that arrive late and more than once.
    await tell('Email Delivered', {}, notification(job));
    await tell(type, member, notification(job));
    expect(await world.logged(job)).toContainEqual(['notification', OWNER, status, reason]);
    expect(await statusOf(form)).toBe(status);

    await tell(type, member, autoresponse(job));
    world.now += DAY;
    const mails = (await world.mails()).length;
    const next = await send(form);
    expect((await world.logged(next)).toSorted()).toEqual([
      ['autoresponse', undefined, 'skipped', `${status}-before`],
      ['notification', OWNER, 'skipped', `${status}-before`],
    ]);
    expect(await world.mails()).toHaveLength(mails);
    // The recipient can confirm the address for another form of the account.
    const other = await newFormWith({ notify_emails: [OWNER] });
    expect(await statusOf(other)).toBe('confirmed');
  },
);

it('keeps sending to a mailbox that was full', async () => {
  const form = await newFormWith({ notify_emails: [OWNER] });
  const job = await send(form);
  const full = { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } };
  await tell('Email Bounced', full, notification(job));
  expect(await world.logged(job)).toEqual([['notification', OWNER, 'bounced', 'transient-mailbox-full']]);
  expect(await statusOf(form)).toBe('confirmed');
  expect(await world.logged(await send(form))).toEqual([['notification', OWNER, 'sent', undefined]]);
});

describe('a bounced address', () => {
  let form: Form;
  let job: SubmissionJob;
  const recipientId = () => recipientIdOf(world.accountId, OWNER);
  /** Sets the form's recipients and returns the confirmation job, if one is queued. */
  const patched = async (addresses: string[]): Promise<ConfirmationJob | undefined> => {
    const before = form;
    world.now += MINUTE;
    form = applyFormPatch(before, { notify_emails: addresses }, world.now);
    await db().send(new PutCommand({ TableName: tables().forms, Item: form }));
    return confirmationRequest(before, form, await recipientStatusStore(db(), tables())([form]));
  };

  beforeEach(async () => {
    form = await newFormWith({ notify_emails: [OWNER] });
    job = await send(form);
    await tell('Email Bounced', PERMANENT, notification(job));
  });

  it("is asked to confirm when the form's owner removes and re-adds it, and then gets e-mails", async () => {
    expect(await patched([OWNER])).toBeUndefined();
    expect(await patched([])).toBeUndefined();
    const asked = await patched([OWNER]);
    expect(asked).toMatchObject({ recipient_ids: [recipientId()] });
    const before = (await world.mails()).length;
    await sendJobEmails(asked!, world.deps());
    expect((await world.mails()).slice(before).map(({ subject }) => subject)).toEqual([
      'Please confirm your address for e-mails about the form “Contact”',
    ]);
    expect(await statusOf(form)).toBe('bounced');
    world.now += MINUTE;
    await recipientStore(db(), tables().recipients).confirm(
      { ...form, recipient_id: recipientId() },
      world.now,
    );
    expect(await statusOf(form)).toBe('confirmed');
    expect(await world.logged(await send(form))).toEqual([['notification', OWNER, 'sent', undefined]]);
  });

  it('gets no confirmation request from a job that was queued before the bounce', async () => {
    await patched([]);
    const asked = await patched([OWNER]);
    world.now += MINUTE;
    await tell('Email Bounced', PERMANENT, notification(job));
    const before = (await world.mails()).length;
    await sendJobEmails(asked!, world.deps());
    expect(await world.mails()).toHaveLength(before);
    expect(world.reports).toContain('Confirmation e-mail not sent to blocked address');
  });

  it('is not blocked again by an event from before its confirmation', async () => {
    const before = world.now;
    world.now += MINUTE;
    await recipientStore(db(), tables().recipients).confirm(
      { ...form, recipient_id: recipientId() },
      world.now,
    );
    world.now = before;
    await tell('Email Bounced', PERMANENT, notification(job));
    expect(await statusOf(form)).toBe('confirmed');
  });
});

describe('an event for a deleted resource', () => {
  it("re-creates neither a deleted submission's record nor a deleted form", async () => {
    const form = await newFormWith({ notify_emails: [OWNER] });
    const job = await send(form);
    const log = submissionEmailStore(db(), tables().emails);
    await log.remove(form.form_id, job.submission_id);
    await tell('Email Delivered', {}, notification(job));
    expect(await world.logged(job)).toEqual([]);

    const gone = { scope: 'frm_ZZZZZZZZZZ', id: 'x', to: OWNER };
    await tell('Email Bounced', PERMANENT, gone);
    const recipients = recipientStore(db(), tables().recipients);
    const recipient_id = recipientIdOf(world.accountId, OWNER);
    expect(await recipients.findConsent({ form_id: gone.scope, recipient_id })).toBeUndefined();
  });

  it('blocks the address even if its submission was deleted', async () => {
    const form = await newFormWith({ notify_emails: [OWNER] });
    const job = await send(form);
    await submissionEmailStore(db(), tables().emails).remove(form.form_id, job.submission_id);
    await tell('Email Bounced', PERMANENT, notification(job));
    expect(await statusOf(form)).toBe('bounced');
  });
});

it('never moves back to an earlier status, whatever the order of events', async () => {
  const form = await newFormWith({ notify_emails: [OWNER] });
  const job = await send(form);
  await Promise.all([
    tell('Email Bounced', PERMANENT, notification(job)),
    ...Array.from({ length: 5 }, () => tell('Email Delivered', {}, notification(job))),
    tell('Email Complaint Received', COMPLAINT, notification(job)),
    tell('Email Bounced', PERMANENT, notification(job)),
  ]);
  expect(await world.logged(job)).toEqual([['notification', OWNER, 'complained', 'abuse']]);
});

it('is deleted with its submission, or after 90 days at the latest', () => {
  const of = { account_id: 'acc_1', form_id: 'frm_0123456789', submission_id: 'sub_1' };
  const to = { recipient_id: 'rcp_1', address: OWNER };
  expect(notificationRecord({ ...of, expires_at: 1_000 }, to, 0).expires_at).toBe(1_000);
  expect(autoresponseRecord({ ...of, expires_at: 1_000 }, OWNER, 0).expires_at).toBe(1_000);
  expect(notificationRecord(of, to, 0).expires_at).toBe(90 * 86_400);
  expect(notificationRecord({ ...of, expires_at: 10 ** 9 }, to, 0).expires_at).toBe(90 * 86_400);
});
