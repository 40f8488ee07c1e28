import { emailAddress, mailboxOf, withAsciiDomain } from '../../lambdas/core/text/email-address.ts';

it.each([
  'ada@example.com',
  'ada.lovelace+forms@mail.example.co.uk',
  "o'brien@example.com",
  'ada@xn--e1afmkfd.xn--p1ai',
  `${'a'.repeat(64)}@example.com`,
])('accepts %s', (address) => {
  expect(emailAddress.safeParse(address).success).toBe(true);
});

it.each([
  '',
  'ada',
  'ada@localhost',
  'ada@example.com\n',
  'ada@example.com\r\nBcc: x@example.com',
  'ada@example.com, bob@example.com',
  'Ada <ada@example.com>',
  '"ada lovelace"@example.com',
  'ada@[127.0.0.1]',
  'ada(comment)@example.com',
  'ada@exa mple.com',
  'ada@-example.com',
  'ada@example-.com',
  'ädä@example.com',
  'ada@example.xn--',
  '=?utf-8?q?ada=40example.com=2C?=@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'a.'.repeat(130)}com`,
])('refuses %j', (address) => {
  expect(emailAddress.safeParse(address).success).toBe(false);
});

it.each([
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ['ада@пример.рф', 'ада@xn--e1afmkfd.xn--p1ai'],
  ['ada@bank。example', 'ada@bank.example'],
  ['ada@example.com', 'ada@example.com'],
  ['ada@example.com＠thief.example', 'ada@example.com＠thief.example'],
  ['ada@müller.example/thief', 'ada@müller.example/thief'],
  ['ada@müller.example:25', 'ada@müller.example:25'],
  ['ада', 'ада'],
  [`ada@${'ü'.repeat(100_000)}.example`, `ada@${'ü'.repeat(100_000)}.example`],
])('normalizes %.40s to %.40s', (address, expected) => {
  expect(withAsciiDomain(address)).toBe(expected);
});

it.each([
  ['Forms <forms@example.com>', { name: 'Forms', address: 'forms@example.com' }],
  ['forms@example.com', { name: '', address: 'forms@example.com' }],
  ['<forms@example.com>', { name: '', address: 'forms@example.com' }],
  ['Müller, Söhne & Co. <forms@example.com>', { name: 'Müller, Söhne & Co.', address: 'forms@example.com' }],
  ['Forms <forms@example.com> and more', undefined],
  ['Forms\nBcc: x <forms@example.com>', undefined],
  ['Forms', undefined],
])('reads %j as the mailbox %j', (text, expected) => {
  expect(mailboxOf(text)).toEqual(expected);
});
