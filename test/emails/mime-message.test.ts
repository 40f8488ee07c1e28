import PostalMime from 'postal-mime';
import { mimeMessage } from '../../lambdas/emails/mime-message.ts';
import type { AttachmentView } from '../../lambdas/files/attachment.ts';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { autoresponseEmail } from '../../lambdas/emails/content/autoresponse.ts';
import { notificationEmail } from '../../lambdas/emails/content/notification.ts';
import type { FormInput } from '../../lambdas/forms/form.ts';
import type { PostedField } from '../../lambdas/core/payload.ts';
import { AT, formOf, recipientAt, submissionOf } from '../support/samples/email-samples.ts';

const sender = mailboxOf('Forms <forms@example.com>')!;
const INJECTION = 'x\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>';

const file = { id: 'f1', content_type: 'application/pdf' };

async function parsed(
  fields: PostedField[],
  { form = formOf(), files = [] }: { form?: ReturnType<typeof formOf>; files?: AttachmentView[] } = {},
) {
  const email = notificationEmail(
    {
      submission: submissionOf(...fields),
      form,
      baseUrl: 'https://forms.example',
      files,
      to: recipientAt(),
    },
    sender,
  );
  const bytes = await mimeMessage(email, new Date(AT));
  return { source: bytes.toString(), mail: await PostalMime.parse(bytes) };
}
const header = (mail: { headers: { key: string; value: string }[] }, key: string) =>
  mail.headers.filter((each) => each.key === key).map(({ value }) => value);

it('has a sender, a recipient, and a subject, and contains both text and HTML', async () => {
  const { mail } = await parsed([
    ['name', 'Ada'],
    ['email', 'ada@example.org'],
  ]);
  expect(mail.from).toMatchObject({ name: 'Forms', address: 'forms@example.com' });
  expect(mail.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(mail.replyTo).toMatchObject([{ address: 'ada@example.org' }]);
  expect(mail.subject).toBe('New submission: Contact');
  expect(mail.date).toBe(new Date(AT).toISOString());
  expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
  expect(mail.text).toContain('name: Ada');
  expect(mail.html).toContain('>Ada</td>');
  expect(mail.text).toContain('Received 2026-11-30 14:05 UTC, submission sub_7777777777');
});

it("keeps fields in the form's order, and supports every script", async () => {
  const fields: PostedField[] = [
    ['zuletzt', 'Grüße 🙂'],
    ['имя', 'Ада Лавлейс'],
    ['__proto__', 'שלום'],
    ['a', '你好，世界'],
  ];
  const { mail } = await parsed(fields);
  const places = fields.map(([name, value]) => mail.text!.indexOf(`${name}: ${value}`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  const cells = fields.map(([, value]) => mail.html!.indexOf(`>${value}</td>`));
  expect(cells).toEqual(cells.toSorted((a, b) => a - b));
  expect(cells).not.toContain(-1);
});

it.each<[string, PostedField[], Partial<FormInput>]>([
  ['a value', [['message', INJECTION]], {}],
  ['a field name', [[INJECTION, 'x']], {}],
  ["the submitter's address", [['email', `ada@example.org${INJECTION}`]], {}],
  ["the submitter's address, as a list", [['email', 'ada@example.org, thief@evil.example']], {}],
  ["the form's name", [['name', 'Ada']], { name: INJECTION }],
])('never turns %s into a header or markup', async (_, fields, form) => {
  const { source, mail } = await parsed(fields, { form: formOf(form) });
  expect(source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.cc ?? []).toEqual([]);
  expect(mail.to).toHaveLength(1);
  expect(mail.replyTo ?? []).toEqual([]);
  expect(mail.html).not.toContain('<script');
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

it('escapes everything in the HTML part, including attributes', async () => {
  const { mail } = await parsed([['<b>"name"</b>', `<img src=x onerror='alert(1)'> & "more"`]], {
    form: formOf({ name: '<i>Form</i>' }),
    files: [
      { ...file, field: '"', name: '"><script>', size: 1, url: 'https://forms.example/f?a=1&b="><script>' },
    ],
  });
  expect(mail.html!.match(/<(?:img|script|b|i)\b/g)).toBeNull();
  expect(mail.html).toContain('&lt;img src=x onerror=&#39;alert(1)&#39;&gt; &amp; &quot;more&quot;');
  expect(mail.html).toContain('href="https://forms.example/f?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
});

it("can't be tricked into showing a field that wasn't submitted", async () => {
  const { mail } = await parsed([['message', 'Hello\nemail: forged@example.org']]);
  expect(mail.text).not.toMatch(/^email:/m);
  expect(mail.text).toContain('  email: forged@example.org');
});

it("writes the sender's name unchanged, and only one recipient", async () => {
  const from = mailboxOf('Müller, Söhne & Co. <forms@example.com>')!;
  const form = formOf({ notify_emails: ['a@example.com', 'b@example.com'] });
  const to = recipientAt('b@example.com');
  const email = notificationEmail(
    { submission: submissionOf(), form, baseUrl: 'https://forms.example', files: [], to },
    from,
  );
  const mail = await PostalMime.parse(await mimeMessage(email, new Date(AT)));
  expect(mail.from).toMatchObject(from);
  expect(mail.to!.map(({ address }) => address)).toEqual(['b@example.com']);
});

it('lists files as links to the service', async () => {
  const { mail } = await parsed([['name', 'Ada']], {
    files: [
      {
        ...file,
        field: 'cv',
        name: 'Lebenslauf ü.pdf',
        size: 12_600,
        url: 'https://forms.example/v1/x?sig=1',
      },
    ],
  });
  expect(mail.attachments).toEqual([]);
  expect(mail.text).toContain('Lebenslauf ü.pdf (cv, 12.3 KB)\n  https://forms.example/v1/x?sig=1');
  expect(mail.html).toMatch(/<a href="https:\/\/forms\.example\/v1\/x\?sig=1"[^>]*>Lebenslauf ü\.pdf<\/a>/);
});

it('includes an unsubscribe link, with one-click support', async () => {
  const { mail } = await parsed([]);
  expect(header(mail, 'list-unsubscribe')).toEqual(['<https://forms.example/v1/unsubscriptions/token>']);
  expect(header(mail, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  expect(mail.text).toContain('form: https://forms.example/v1/unsubscriptions/token');
});

it('contains no other links and loads no external content', async () => {
  const { mail } = await parsed([['site', 'https://elsewhere.example/?x']]);
  expect(mail.html).not.toMatch(/\b(?:src|url\()/);
  expect([...mail.html!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    expect.stringMatching(/^https:\/\/forms\.example\/console\/submissions\/sub_\w+$/),
    'https://forms.example/v1/unsubscriptions/token',
  ]);
});

it('lists all values of a repeated field', async () => {
  const { mail } = await parsed([['topic', '["a","b & c"]']]);
  expect(mail.text).toContain('topic: a, b & c');
});

it('accepts text with invalid characters and fields of any size', async () => {
  const long = 'ü'.repeat(100_000);
  const { mail } = await parsed([
    ['half', 'a\uD800b\u0000\u001B[31mc'],
    ['long', long],
    ['', ''],
  ]);
  expect(mail.text).toContain('half: a\uFFFDb[31mc');
  expect(mail.text).toContain(long);
});

it('says that the submission was empty if it has no fields', async () => {
  const { mail } = await parsed([]);
  expect(mail.text).toContain('The submission has no fields.');
});

it('directs replies to the submitter and has headers that prevent automatic replies', async () => {
  const email = autoresponseEmail(
    {
      submission: submissionOf(['name', `Ada <b>\r\nBcc: thief@evil.example`], ['n', '{{name}}']),
      form: formOf(),
      autoresponder: {
        enabled: true,
        subject: 'Thank you, {{name}}{{unknown}}!',
        text: 'Dear {{ name }},\n{{n}}',
      },
      to: 'ada@example.org',
    },
    sender,
  );
  const mail = await PostalMime.parse(await mimeMessage(email, new Date(AT)));
  expect(mail.subject).toBe('Thank you, Ada <b> Bcc:!');
  expect(mail.to).toMatchObject([{ address: 'ada@example.org' }]);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.replyTo ?? []).toEqual([]);
  expect(header(mail, 'auto-submitted')).toEqual(['auto-replied']);
  expect(header(mail, 'precedence')).toEqual(['bulk']);
  expect(mail.text!.trimEnd()).toBe('Dear Ada <b> Bcc:,\n{{name}}');
  expect(mail.html).toContain('Dear Ada &lt;b&gt; Bcc:,\n{{name}}</div>');
});

it("falls back to the form's name if the subject is empty", async () => {
  const autoresponder = { enabled: true, subject: '{{name}}', text: '{{name}}' };
  const email = autoresponseEmail(
    { submission: submissionOf(), form: formOf(), autoresponder, to: 'ada@example.org' },
    sender,
  );
  expect((await PostalMime.parse(await mimeMessage(email, new Date(AT)))).subject).toBe('Contact');
});
