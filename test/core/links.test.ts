/**
 * Tests which text e-mail clients turn into links. Uses handwritten cases and a public linkifier that knows
 * all top-level domains.
 */
import * as fc from 'fast-check';
import LinkifyIt from 'linkify-it';
import tlds from 'tlds' with { type: 'json' };
import { mayContainLink, withoutLinks } from '../../lambdas/core/text/links.ts';

const linkifier = new LinkifyIt({}, { fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds(tlds, false)
  .add('tel:', { validate: /^[+\d][\d-]*/ })
  .add('sms:', 'tel:')
  .add('javascript:', { validate: /^[\w(%]/ });
const links = (text: string): string[] => (linkifier.match(text) ?? []).map(({ raw }) => raw);

it.each([
  'https://evil.example/x?y#z',
  'HTTPS://EVIL.EXAMPLE',
  'hTTp:evil.example',
  'http://3232235777/',
  'http://0x7f.1/',
  'http://[::1]:8080/',
  'http:\\\\evil.example',
  'https://user:word@evil.example',
  '//evil.example/x',
  '//evil',
  '\\\\evil\\share',
  'www.evil.example',
  'WWW2.evil',
  'evil.com',
  'evil.com/path',
  'evil.com:8080',
  'evil.com.',
  '(evil.com)',
  '<a/href="https://evil.example">here</a>',
  '[here](https://evil.example)',
  'very-evil.co.uk',
  'evil_evil.de',
  'müller.de',
  'xn--mller-kva.example',
  'пример.рф',
  'उदाहरण.भारत',
  '例子.中国',
  'evil。com',
  'evil｡com',
  '例子。中国',
  'evil．com',
  'evil․com',
  'ｅｖｉｌ.ｃｏｍ',
  'evil.\u200Bcom',
  'evil\u200B.com',
  'e\u00ADvil.c\u200Dom',
  'ev\u2060il.com',
  'evil.\uFE0Fcom',
  'evil.co\u200B1',
  'evil.c\u034Fom',
  'evil.\u202Ecom',
  'ht\u200Btps://evil',
  'https\u200B://evil',
  'https：／／evil.example',
  'evil%2Ecom',
  'evil%252ecom',
  'https%3A%2F%2Fevil',
  'evil&#46;com',
  'evil&#x2e;com',
  'evil&period;com',
  'evil&amp;period;com',
  'thief&commat;evil',
  'thief@evil.example',
  'thief＠evil.example',
  'thief@localhost',
  'thief@[127.0.0.1]',
  'mailto:thief',
  'tel:+49301234567',
  'TEL:+49301234567',
  'sms:+49301234567',
  'javascript:alert(1)',
  'data:text/html,x',
  'whatsapp://send?text=x',
  'xyz://anything',
  'magnet:?xt=urn:btih:x',
  '127.0.0.1',
  '10。0。0。1',
  '1.2.3.4/x',
  '2001:db8::1',
  '2001:db8:0:0:0:0:0:1',
  'localhost:3000',
  'localhost/x',
  'Hello,evil.com,world',
  '请访问evil.com谢谢',
])('removes %j', (text) => {
  expect(mayContainLink(text)).toBe(true);
  expect(withoutLinks(`Before ${text} after`)).toBe('Before after');
});

it.each([
  'Ada Lovelace',
  'Straße 3, 12345 Köln, 2. Stock',
  'Dr. Ada K. Lovelace-Byron',
  'z.B. u.a. e.g. i.e. a.m.',
  'Am 21.11.2026 um 10:30:59 Uhr für 1.299,00 € (3.5 kg)',
  'Ja... und dann…doch',
  'Version 1.2.3',
  'Betreff: Rechnung; Name:Ada',
  '50 % / 100% & mehr & Co.',
  '@ada #eins a/b und/oder',
  '+49 30 1234567',
  'Привет. Как дела?',
  'こんにちは。ありがとう。',
  '你好，谢谢。再见！',
  'שלום עולם',
  '🙂 👍🏽 1 < 2 > 0',
  'it\'s $& "quoted" {{name}}',
])('keeps %j', (text) => {
  expect(withoutLinks(text)).toBe(text);
});

it('keeps the sentence around a link in writing systems without spaces', () => {
  expect(withoutLinks('你好，evil.com，谢谢')).toBe('你好，，谢谢');
});

it('returns a single line without invisible characters', () => {
  expect(withoutLinks(' a\r\n\u2028b\0c\u200Bd \uD800')).toBe('a b cd \uFFFD');
});

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
  fc.constantFrom(
    '.',
    '。',
    '．',
    '@',
    ':',
    '/',
    '//',
    '\\',
    ' ',
    '-',
    '_',
    '%2e',
    '&#46;',
    '…',
    ',',
    '，',
    '[',
    '(',
  ),
  fc.constantFrom(
    'http:',
    'https://',
    'ftp://',
    'mailto:',
    'tel:+49301',
    'sms:1',
    'javascript:',
    'www.',
    '//',
  ),
  fc.constantFrom('com', 'de', 'рф', '中国', 'example', 'evil', 'xn--p1ai', 'localhost', '127', '0', '1'),
  fc.constantFrom('\u200B', '\u200D', '\u00AD', '\uFE0F', '\u202E', '\u034F', '\n', '\u2028'),
);
const hostile = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

it('contains nothing that a linkifier would turn into a link, whatever the text', () => {
  fc.assert(
    fc.property(hostile, (text) => links(withoutLinks(text)).length === 0),
    { numRuns: 5000 },
  );
});

it('contains no text that becomes a link when invisible characters are skipped or the text is truncated', () => {
  fc.assert(
    fc.property(hostile, fc.nat(60), (text, length) => {
      const left = withoutLinks(text);
      const found = [...links(left.normalize('NFKC')), ...links(left.slice(0, length))];
      return found.length === 0 && withoutLinks(left) === left;
    }),
    { numRuns: 5000 },
  );
});
