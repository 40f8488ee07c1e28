import {
  InternalServiceErrorException,
  MessageRejected,
  SendEmailCommand,
  SESv2Client,
  SESv2ServiceException,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { sesClientSender } from '../../lambdas/emails/ses-sender.ts';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email } from '../../lambdas/emails/email.ts';

const email: Email = {
  id: 'notification.sub_1',
  scope: 'frm_1',
  from: { name: 'Forms', address: 'forms@example.com' },
  to: 'owner@example.com',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {},
};
const ses = mockClient(SESv2Client);
const send = sesClientSender('forms-emails', new SESv2Client({ region: 'us-east-1' }));
beforeEach(() => ses.reset());
afterAll(() => ses.restore());

it('sends with the configuration set and with tags that identify the e-mail in events', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'm1' });
  await send({ ...email, recipient_id: 'rcp_1' });
  expect(ses.commandCalls(SendEmailCommand)[0]!.args[0].input).toMatchObject({
    ConfigurationSetName: 'forms-emails',
    EmailTags: [
      { Name: 'svc-scope', Value: 'frm_1' },
      { Name: 'svc-email', Value: 'notification.sub_1' },
      { Name: 'svc-recipient', Value: 'rcp_1' },
    ],
  });
});

it('drops a tag that SES would refuse but still sends the e-mail', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'm1' });
  await send({ ...email, id: `webhook-failing.${'x'.repeat(250)}`, scope: 'acc 1' });
  expect(ses.commandCalls(SendEmailCommand)[0]!.args[0].input.EmailTags).toEqual([]);
});

const failed = (code: string): Error => Object.assign(new Error(code), { code });
const answered = (httpStatusCode: number): Error =>
  new SESv2ServiceException({ name: 'X', $fault: 'client', message: 'no', $metadata: { httpStatusCode } });

it('sends only to the given recipient, even if the headers name others', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'm1' });
  expect(await send(email)).toEqual({ messageId: 'm1' });
  const { Destination, Content } = ses.commandCalls(SendEmailCommand)[0]!.args[0].input;
  expect(Destination).toEqual({ ToAddresses: ['owner@example.com'] });
  expect(Buffer.from(Content!.Raw!.Data!).toString()).toMatch(/^From: Forms <forms@example\.com>\r\n/m);
});

it.each<[string, Error]>([
  ['a refused connection', failed('ECONNREFUSED')],
  ['a host that has no address', failed('ENOTFOUND')],
  [
    "several addresses that didn't respond",
    new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')]),
  ],
  ['a 403 response', answered(403)],
])('reports after %s that no e-mail was sent', async (_, error) => {
  ses.on(SendEmailCommand).rejects(error);
  const failure: unknown = await send(email).catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(EmailNotAccepted);
  expect(failure).toMatchObject({ refused: false });
});

it('reports whether SES refuses one e-mail or all e-mails', async () => {
  ses
    .on(SendEmailCommand)
    .rejects(new MessageRejected({ message: 'no', $metadata: { httpStatusCode: 400 } }));
  await expect(send(email)).rejects.toMatchObject({ name: 'EmailNotAccepted', refused: true });
});

it.each<[string, Error]>([
  ['a broken connection', failed('ECONNRESET')],
  ['a timeout', Object.assign(new Error('too long'), { name: 'TimeoutError' })],
  [
    'several addresses, if one may have responded',
    new AggregateError([failed('ECONNREFUSED'), failed('EPIPE')]),
  ],
  [
    'a 500 response',
    new InternalServiceErrorException({ message: 'no', $metadata: { httpStatusCode: 500 } }),
  ],
])("can't tell after %s if the e-mail was sent, and doesn't retry", async (_, error) => {
  ses.on(SendEmailCommand).rejects(error);
  await expect(send(email)).rejects.toBeInstanceOf(EmailOutcomeUnknown);
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});

it.each([
  'Email address is not verified. The following identities failed the check in region EU-WEST-1: Ada <ada@example.org>, bob+1@example.org',
  "not authorized to perform `ses:SendRawEmail' on resource `arn:aws:ses:eu-west-1:1:identity/ada@example.org'",
])('does not repeat addresses from the SES error %j', async (message) => {
  ses.on(SendEmailCommand).rejects(new MessageRejected({ message, $metadata: { httpStatusCode: 400 } }));
  const failure = (await send(email).catch((reason: unknown) => reason)) as Error;
  expect(failure.message).toContain('…@example.org');
  expect(`${failure.stack ?? ''} ${String(failure.cause)}`).not.toMatch(/ada@|bob/);
});
