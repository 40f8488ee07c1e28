/** Tests input from visitors and owners that tries to inject headers, links or markup into e-mails. */
import PostalMime, { type Email } from 'postal-mime';
import { mimeMessage } from '../../lambdas/emails/mime-message.ts';
import type { AttachmentView } from '../../lambdas/files/attachment.ts';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { autoresponseEmail } from '../../lambdas/emails/content/autoresponse.ts';
import { notificationEmail } from '../../lambdas/emails/content/notification.ts';
import { webhookEmail } from '../../lambdas/emails/content/webhook-email.ts';
import { MAX_FIELDS, MAX_PAYLOAD_BYTES, type PostedField } from '../../lambdas/core/payload.ts';
import { AT, formOf, recipientAt, submissionOf } from '../support/samples/email-samples.ts';

const sender = mailboxOf('Forms <forms@example.com>')!;

const formNamed = (name: string) => formOf({ name });
const fileNamed = (name: string, field = 'cv', url = 'https://forms.example/f?a=1&b=2'): AttachmentView => ({
  id: 'f1',
  field,
  name,
  content_type: 'text/plain',
  size: 1,
  url,
});

interface Sent {
  readonly header: string;
  readonly mail: Email;
}

async function sent(email: Parameters<typeof mimeMessage>[0]): Promise<Sent> {
  const bytes = await mimeMessage(email, new Date(AT));
  const [header = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
  return { header, mail: await PostalMime.parse(bytes) };
}
const notified = (
  fields: PostedField[],
  { name = 'Contact', files = [] as AttachmentView[] } = {},
): Promise<Sent> =>
  sent(
    notificationEmail(
      {
        submission: submissionOf(...fields),
        form: formNamed(name),
        baseUrl: 'https://forms.example',
        files,
        to: recipientAt(),
      },
      sender,
    ),
  );
const answered = (fields: PostedField[], subject: string, text = 'Thanks'): Promise<Sent> =>
  sent(
    autoresponseEmail(
      {
        submission: submissionOf(...fields),
        form: formNamed('Contact'),
        autoresponder: { enabled: true, subject, text },
        to: 'ada@example.org',
      },
      sender,
    ),
  );

const HOSTILE = [
  'x\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>',
  'x\nBcc: thief@evil.example',
  'x\rBcc: thief@evil.example',
  'x\r\n Bcc: thief@evil.example',
  'x\u2028Bcc: thief@evil.example',
  'x\u2029Bcc: thief@evil.example',
  'x\u0085Bcc: thief@evil.example',
  'x\vBcc: thief@evil.example',
  'x\0Bcc: thief@evil.example',
  '=?utf-8?q?x=0D=0ABcc:_thief=40evil.example?=',
  '=?UTF-8?B?eA0KQmNjOiB0aGllZkBldmlsLmV4YW1wbGU=?=',
  '=?utf-8?q?x=0D=0ABcc:_thief=40evil.example?= ü',
  '">\'<img src=x onerror=alert(1)>&lt;',
  'javascript:alert(1)',
  '\uD800=?',
];
const OUR_HEADERS =
  /^(?:auto-submitted|precedence|x-auto-response-suppress|list-unsubscribe|list-unsubscribe-post|from|to|reply-to|subject|message-id|date|mime-version|content-type)$/;

/** Checks that the input doesn't add a header, address, subject line or markup to the e-mail. */
function expectHarmless({ header, mail }: Sent, to: string): void {
  expect(mail.headers.filter(({ key }) => !OUR_HEADERS.test(key))).toEqual([]);
  expect(new Set(mail.headers.map(({ key }) => key)).size).toBe(mail.headers.length);
  expect(mail.to).toEqual([{ name: '', address: to }]);
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  expect(mail.from).toEqual(sender);
  expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  for (const line of header.split('\r\n')) expect(line).toMatch(/^(?:[\w-]+:| )[\x20-\x7e]{0,900}$/);
  // All links lead to the service, and no attribute can run code.
  expect(mail.html).not.toMatch(/<(?:script|img|b)\b|\son\w+="|href="(?!https:\/\/forms\.example\/)/);
}

describe.each(HOSTILE)('%j', (text) => {
  it.each<[string, () => Promise<Sent>]>([
    ['a value', () => notified([['message', text]])],
    ['the name of a field', () => notified([[text, 'x']])],
    ['the name of the form', () => notified([['name', 'Ada']], { name: text })],
    ['the name of a file', () => notified([], { files: [fileNamed(text)] })],
    ['the field of a file', () => notified([], { files: [fileNamed('x', text)] })],
  ])('is harmless when submitted as %s', async (_, email) => {
    expectHarmless(await email(), 'owner@example.com');
  });

  it.each(['email', '_replyto'])('is harmless as %s, and not treated as an address', async (name) => {
    for (const value of [
      text,
      `ada@example.org${text}`,
      `${text}@example.org`,
      `${text} <ada@example.org>`,
    ]) {
      const email = await notified([[name, value]]);
      expectHarmless(email, 'owner@example.com');
      expect(email.mail.replyTo).toBeUndefined();
    }
  });

  it('is harmless in an autoresponse', async () => {
    const fields: PostedField[] = [['name', text]];
    expectHarmless(await answered(fields, '{{name}}', 'Dear {{name}},'), 'ada@example.org');
    expectHarmless(await answered([], text, text), 'ada@example.org');
    expectHarmless(await answered(fields, '=?utf-8?q?{{name}}?='), 'ada@example.org');
  });

  it('is harmless in the e-mail about a disabled webhook', async () => {
    const job = {
      kind: 'webhook-disabled' as const,
      id: text,
      account_id: 'acc_1',
      form_id: 'frm_1',
      webhook_id: text,
      url: `https://receiver.example/${text}`,
      failing_since: '2026-11-25T10:00:00.000Z',
      disabled_at: '2026-11-30T14:05:00.000Z',
      reason: 'failing' as const,
    };
    expectHarmless(
      await sent(
        webhookEmail(
          { job, form: formNamed(text), baseUrl: 'https://forms.example', to: recipientAt() },
          sender,
        ),
      ),
      'owner@example.com',
    );
  });
});

it.each([
  '=?utf-8?q?<b>?=',
  'Grüße 🙂 aus der Straße, und noch mehr, damit es zwei Zeilen werden: 🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂',
  'שלום, Ада, 你好',
  'x'.repeat(150),
])('writes the subject %j correctly', async (name) => {
  expect((await answered([['name', name]], '{{name}}')).mail.subject).toBe(name);
});

it("isolates names, so that they can't reverse the following text", async () => {
  const turned = 'rechnung\u202Efdp.exe';
  const { mail } = await notified([[turned, 'x']], { name: turned, files: [fileNamed(turned)] });
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('\u202E');
});

it('never shows part of a value as a separate field, whatever line breaks it contains', async () => {
  for (const lineBreak of ['\n', '\r\n', '\r', '\u2028', '\u2029']) {
    const { mail } = await notified([['message', `Hello${lineBreak}email: forged@example.org`]]);
    expect(mail.text).toContain('Hello\n  email: forged@example.org');
  }
});

it('keeps numeric field names in the order they were submitted', async () => {
  const names = ['10', '2', 'b', '1', '__proto__', 'constructor', '0'];
  const { mail } = await notified(names.map((name) => [name, 'x']));
  expect(mail.text!.split('\n').flatMap((line) => /^(\w+): x$/.exec(line)?.[1] ?? [])).toEqual(names);
  const cells = [...mail.html!.matchAll(/>(\w+)<\/td>/g)].map(([, text]) => text);
  expect(cells).toEqual(names.flatMap((name) => [name, 'x']));
});

it('handles the largest possible submission, with lines short enough for mail services', async () => {
  const value = '"<&'.repeat((MAX_PAYLOAD_BYTES / MAX_FIELDS - 10) / 3);
  const fields = Array.from({ length: MAX_FIELDS }, (_, n): PostedField => [`field ${n}`, value]);
  const submission = submissionOf(...fields);
  const email = notificationEmail(
    {
      submission,
      form: formNamed('Contact'),
      baseUrl: 'https://forms.example',
      files: [],
      to: recipientAt(),
    },
    sender,
  );
  const bytes = await mimeMessage(email, new Date(AT));
  expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
  for (const line of bytes.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  const { text } = await PostalMime.parse(bytes);
  for (const [name] of fields) expect(text).toContain(`${name}: ${value}`);
});

it.each([
  'items[0][name]',
  'your-name',
  'a.b',
  "it's",
  'Straße & Nr.',
  '名前',
  '$&',
  '__proto__',
  '10',
  'a b',
])('inserts the field %j at its placeholder', async (name) => {
  const { mail } = await answered([[name, 'Ada $& $1']], 'Hi {{ missing }}{{' + name + '}}', `[{{${name}}}]`);
  expect(mail.subject).toBe('Hi Ada $& $1');
  expect(mail.text!.trim()).toBe('[Ada $& $1]');
});

it('has a unique id and time', async () => {
  const { mail } = await notified([]);
  expect(mail.messageId).toBe(
    '<notification.sub_777777777701KBANANAS0000000000000.rcp_0123456789abcdef0123456789abcdef@example.com>',
  );
  expect(mail.date).toBe(new Date(AT).toISOString());
  expect((await answered([], 'Thanks')).mail.messageId).toMatch(/^<autoresponse\.sub_\w+@example\.com>$/);
});
