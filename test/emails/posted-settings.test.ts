/**
 * Tests which e-mail settings visitors can pass in a submission that follows another form backend's
 * conventions.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import PostalMime from 'postal-mime';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { mimeMessage } from '../../lambdas/emails/mime-message.ts';
import { notificationEmail } from '../../lambdas/emails/content/notification.ts';
import { recipientStore } from '../../lambdas/forms/recipients/recipient-store.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import type { NotificationSettings } from '../../lambdas/forms/conventions/notification-settings.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import type { PostedField } from '../../lambdas/core/payload.ts';
import { toSubmissionItem } from '../../lambdas/submissions/submission.ts';
import { AT, formOf, recipientAt, submissionOf } from '../support/samples/email-samples.ts';
import { ADA, ANSWERING, EmailWorld, OWNERS, TO_OWNERS } from './email-world.ts';

let world: EmailWorld;
beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

/** Stores a submission with these e-mail settings and sends its e-mails. */
async function send(form: Form, notification: NotificationSettings, fields: PostedField[] = ADA) {
  const submission = { ...(await world.stored(form, fields)), notification };
  await world.stores.db.send(
    new PutCommand({ TableName: world.stores.tables.submissions, Item: toSubmissionItem(submission) }),
  );
  const { form_id, submission_id } = submission;
  await sendJobEmails({ kind: 'submission', form_id, submission_id }, world.deps());
  return world.mails();
}

it("sets the notification's subject, sender name and reply address", async () => {
  const form = await world.storedForm({
    notify_emails: ['owner@example.com'],
    notify_subject: 'Of the form',
  });
  const settings = { subject: 'Prices, please', from_name: 'Müller GmbH', reply_to: 'sales@example.org' };
  const [mail] = await send(form, settings);
  expect(mail).toMatchObject({
    subject: 'Prices, please',
    from: { name: 'Müller GmbH', address: 'forms@example.com' },
    replyTo: [{ address: 'sales@example.org' }],
  });
  expect(mail!.text).toContain('sales@example.org');
});

it("accepts only the form's confirmed recipients as additional recipients", async () => {
  const form = await world.storedForm(OWNERS);
  const pending = 'pending@example.com';
  const recipients = recipientStore(world.stores.db, world.stores.tables.recipients);
  await recipients.add(form.account_id, pending, 'link key');
  const more = { ...form, notify_emails: [...form.notify_emails, pending] };
  await world.stores.db.send(new PutCommand({ TableName: world.stores.tables.forms, Item: more }));

  const cc = ['Owner@Example.com', pending, 'stranger@evil.example', 'boss@elsewhere.example'];
  const mails = (await send(form, { cc })).filter(({ subject }) => subject!.startsWith('New submission'));
  const seen = mails.map(({ to, cc: readers = [] }) => [
    to![0]!.address,
    readers.map(({ address }) => address),
  ]);
  expect(seen.toSorted()).toEqual([
    ['other@example.com', ['owner@example.com']],
    ['owner@example.com', []],
  ]);
  const everybody = (await world.recipients()).flat();
  expect(everybody).not.toContain('stranger@evil.example');
  expect(everybody).not.toContain('boss@elsewhere.example');
});

it('sends the autoresponse to the submitter, or to the reply address if there is no other address', async () => {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  await send(form, { reply_to: 'reply@example.org' });
  expect((await world.recipients()).toSorted()).toEqual([['ada@example.org'], ...TO_OWNERS]);
  await world.renew();
  const other = await world.storedForm({ ...OWNERS, ...ANSWERING });
  await send(other, { reply_to: 'reply@example.org' }, [['name', 'Ada']]);
  expect((await world.recipients()).toSorted()).toEqual([...TO_OWNERS, ['reply@example.org']]);
});

it.each([
  'Acme <boss@evil.example>',
  'Acme" <boss@evil.example>, "x',
  'boss@evil.example',
  '=?utf-8?Q?A=0D=0ABcc:_x@evil.example?=',
  'A\\',
  'Ä'.repeat(199),
  'x '.repeat(99),
  ', ; : ()',
])("doesn't turn the sender's name %j into a header or another address", async (from_name) => {
  const submission = { ...submissionOf(...ADA), notification: { from_name, subject: from_name } };
  const email = notificationEmail(
    {
      submission,
      form: formOf(),
      baseUrl: 'https://forms.example',
      files: [],
      to: recipientAt(),
      readers: ['b@example.com'],
    },
    mailboxOf('Forms <forms@example.com>')!,
  );
  const bytes = await mimeMessage(email, new Date(AT));
  const mail = await PostalMime.parse(bytes);
  const [head = ''] = bytes.toString().split('\r\n\r\n');
  expect(mail.from!.address).toBe('forms@example.com');
  expect(mail.headers.filter(({ key }) => key === 'from')).toHaveLength(1);
  expect(mail.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(mail.cc).toMatchObject([{ address: 'b@example.com' }]);
  expect(mail.bcc ?? []).toEqual([]);
  expect(head).not.toMatch(/^bcc:/im);
  expect(mail.subject).toBe(from_name.trim());
  // RFC 5322 limits lines to 998 bytes.
  for (const line of head.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(998);
});
