/**
 * Tests which settings a submission can't change. Anyone can read and edit a page's HTML, so its hidden
 * fields aren't trusted.
 */
import fc from 'fast-check';
import { conventionNames } from '../../../lambdas/forms/conventions/convention.ts';
import { allowedRedirect } from '../../../lambdas/ingest/conventions/allowed-redirect.ts';
import { postedNotification, postedRedirect } from '../../../lambdas/ingest/conventions/posted-settings.ts';
import { payloadOfFields, type PostedField } from '../../../lambdas/core/payload.ts';
import { anyCharacter } from '../../support/samples/any-character.ts';

const form = {
  allowed_origins: ['https://www.example.com', 'https://*.shop.example'],
  redirect_url: 'https://thanks.example.net/page?x=1',
};
const page = { origin: 'https://own.example', referrer: 'https://own.example/contact/form.html' };

describe('a redirect', () => {
  it.each([
    ['https://www.example.com/a?b=c#d', 'https://www.example.com/a?b=c#d'],
    ['https://a.b.shop.example', 'https://a.b.shop.example/'],
    ['https://thanks.example.net/other', 'https://thanks.example.net/other'],
    ['https://own.example/thanks', 'https://own.example/thanks'],
    ['  /thanks?x=ü ', 'https://own.example/thanks?x=%C3%BC'],
    ['thanks.html', 'https://own.example/contact/thanks.html'],
    ['//own.example/x', 'https://own.example/x'],
  ])('for %s leads to %s', (wanted, expected) => {
    expect(allowedRedirect(wanted, form, page)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'https://evil.example/',
    'http://www.example.com/',
    'https://www.example.com:8443/',
    'https://www.example.com.evil.example/',
    'https://www.example.com@evil.example/',
    'https://user:secret@www.example.com/',
    'https://user@own.example/',
    'https://shop.example/',
    'https://evil-shop.example/',
    '//evil.example/own.example',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://own.example/',
    'data:text/html,x',
    'blob:https://own.example/1',
    'filesystem:https://own.example/1',
    'ftp://own.example/',
    'https://',
    'https://own.example/\r\nSet-Cookie: a=b'.replace('own', 'evil'),
    `https://own.example/${'x'.repeat(2048)}`,
  ])('is ignored for %j', (wanted) => {
    expect(allowedRedirect(wanted, form, page)).toBeUndefined();
  });

  it('never breaks a header', () => {
    expect(allowedRedirect('https://own.example/\r\nSet-Cookie: a=b', form, page)).toBe(
      'https://own.example/Set-Cookie:%20a=b',
    );
  });

  it.each([
    ['no header', {}, 'https://own.example/'],
    ['an opaque origin', { origin: 'null' }, 'https://own.example/'],
    ['no header', {}, '/thanks'],
    ['an opaque origin', { origin: 'null' }, '/thanks'],
    ['a broken referrer', { referrer: 'about:client' }, '/thanks'],
    ['a page of another website', { origin: 'https://evil.example', referrer: page.referrer }, page.origin],
  ])('is ignored if only %s supports it', (_, { origin, referrer }: any, wanted) => {
    expect(allowedRedirect(wanted, form, { origin, referrer })).toBeUndefined();
  });

  it('is resolved against the origin if the referrer has a different origin', () => {
    const at = { origin: 'https://own.example', referrer: 'https://evil.example/x/' };
    expect(allowedRedirect('/thanks', form, at)).toBe('https://own.example/thanks');
    expect(allowedRedirect('/thanks', form, { origin: undefined, referrer: page.referrer })).toBe(
      'https://own.example/thanks',
    );
  });

  it('leads only to allowed origins, whatever value is submitted', () => {
    const pieces = fc.constantFrom(
      ...['https:', 'http:', 'javascript:', 'data:', '//', '/', '\\', '@', ':', '.', '#', '?', '%2f', '%00'],
      ...['own.example', 'www.example.com', 'shop.example', 'x.shop.example', 'thanks.example.net'],
      ...['evil.example', '[::1]', '127.0.0.1', '0', '\t', '\n', '\u3002', '\uff0f', '\u2028', '%0d%0a', 'ß'],
    );
    const wanted = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: anyCharacter }),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 10 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(wanted, fc.constantFrom(...conventionNames), (address, conventions) => {
        const fields = ['_next', 'redirect', 'redirectTo'].map((name): PostedField => [name, address]);
        const found = [
          allowedRedirect(address, form, page),
          postedRedirect({ ...form, conventions }, payloadOfFields(fields), page),
        ];
        for (const next of found) {
          if (next === undefined) continue;
          expect(next).toMatch(/^[\x21-\x7e]+$/);
          const { origin, username, password } = new URL(next);
          expect(origin).toMatch(
            /^https:\/\/(?:own\.example|www\.example\.com|(?:[a-z0-9_-]+\.)+shop\.example|thanks\.example\.net)$/,
          );
          expect([username, password]).toEqual(['', '']);
        }
        if (conventions === 'none') expect(found[1]).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a submission's notification settings", () => {
  const names = [
    ...['to', '_to', 'email', '_email', 'recipient', 'recipients', 'bcc', '_bcc', 'cc', '_cc', 'ccemail'],
    ...['webhook', '_webhook', '_autoresponse', '_captcha', '_replyto', 'replyto', 'replyTo', '_template'],
    ...['subject', '_subject', 'from_name', '_blacklist', '_url', 'fi-sender-email', 'notify_emails'],
  ];
  const value = fc.oneof(
    fc.emailAddress(),
    fc.constantFrom(
      'false',
      'a@example.com\r\nBcc: b@example.com',
      '{"to":"x@example.com"}',
      'a@x.example, b@x.example',
    ),
    fc.string({ unit: anyCharacter, maxLength: 400 }),
  );

  it('contain only single lines, reply addresses, and confirmed recipients', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 30 }),
        fc.constantFrom(...conventionNames),
        (fields, conventions) => {
          const found = postedNotification({ conventions }, payloadOfFields(fields));
          if (conventions === 'none') expect(found).toBeUndefined();
          const { subject = '', from_name = '', reply_to = 'a@b.example', cc = [], ...rest } = found ?? {};
          expect(rest).toEqual({});
          for (const line of [subject, from_name]) {
            expect(line.length).toBeLessThanOrEqual(200);
            expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
          }
          for (const address of [reply_to, ...cc])
            expect(address).toMatch(/^[^\s<>",;:()[\]]+@[^\s<>",;:@()]+$/);
          expect(cc.length).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each([
    ['formspree', { _replyto: 'a@x.example', email: 'b@x.example' }, 'a@x.example'],
    ['formspree', { _replyto: 'nobody', email: 'b@x.example' }, 'b@x.example'],
    ['formspree', { replyto: 'a@x.example' }, undefined],
    ['web3forms', { replyto: 'a@x.example', email: 'b@x.example' }, 'a@x.example'],
    ['netlify', { replyto: 'a@x.example', email: 'b@x.example' }, 'b@x.example'],
    ['getform', { 'fi-sender-email': 'a@x.example', email: 'b@x.example' }, 'a@x.example'],
    ['formsubmit', { _replyto: 'a@x.example' }, 'a@x.example'],
    ['formsubmit', { _replyto: 'mail', mail: 'c@x.example' }, 'c@x.example'],
    ['formsubmit', { _replyto: 'mail' }, undefined],
    ['staticforms', { replyTo: '', email: 'b@x.example' }, 'b@x.example'],
  ] as const)('set the reply address, under %s, from %j: %s', (conventions, fields, expected) => {
    const payload = payloadOfFields(Object.entries(fields));
    expect(postedNotification({ conventions }, payload)?.reply_to).toBe(expected);
  });

  it('are truncated to 200 characters and are ignored if their field was sent twice', () => {
    const of = (fields: PostedField[]) =>
      postedNotification({ conventions: 'web3forms' }, payloadOfFields(fields));
    expect(of([['subject', 'x'.repeat(300)]])?.subject).toBe(`${'x'.repeat(199)}…`);
    expect(of([['subject', 'ü'.repeat(201)]])?.subject).toBe(`${'ü'.repeat(199)}…`);
    expect(of([['subject', 'ü'.repeat(200)]])?.subject).toBe('ü'.repeat(200));
    expect(of([['from_name', 'x'.repeat(200)]])?.from_name).toBe('x'.repeat(200));
    expect(of([['from_name', '  A  \u202eB  ']])?.from_name).toBe('A B');
    const twice: PostedField[] = [
      ['subject', 'a'],
      ['subject', 'b'],
      ['ccemail', 'a@x.example'],
      ['ccemail', 'b@x.example'],
    ];
    expect(of(twice)).toEqual({ cc: ['a@x.example', 'b@x.example'] });
  });
});
