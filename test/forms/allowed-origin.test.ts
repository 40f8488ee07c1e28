import * as fc from 'fast-check';
import { allowedOrigin } from '../../lambdas/forms/allowed-origin.ts';
import { matchesHost, matchesOrigin } from '../../lambdas/forms/origin-match.ts';

it.each([
  'https://www.example.com',
  'http://localhost:3000',
  'http://127.0.0.1:8080',
  'https://*.example.org',
  'http://*.example.org:8443',
  'https://*.a.b.example.org',
  'https://*.xn--bcher-kva.example',
])('accepts %s', (entry) => {
  expect(allowedOrigin.safeParse(entry).success).toBe(true);
});

it.each([
  '*',
  'https://*',
  'https://*.',
  'https://*.org',
  'https://*.localhost',
  'https://*.example.org.',
  'https://*..org',
  'https://*.*.example.org',
  'https://**.example.org',
  'https://a.*.example.org',
  'https://www*.example.org',
  'https://*example.org',
  'https://example.*',
  '*.example.org',
  'https://*.example.org/',
  'https://*.example.org/path',
  'https://*.EXAMPLE.org',
  'https://*.bücher.example',
  'https://user@*.example.org',
  'https://*.example.org:443',
  'https://*.example.org:*',
  'https://*.10.0.0.1',
  'ws://*.example.org',
  '*://a.example.org',
  'https://www.example.com/',
  'null',
  '',
])('refuses %s', (entry) => {
  expect(allowedOrigin.safeParse(entry).success).toBe(false);
});

const ENTRY = 'https://*.example.org';

it.each(['https://a.example.org', 'https://a.b.c.example.org', 'https://xn--bcher-kva.example.org'])(
  'allows %s',
  (origin) => {
    expect(matchesOrigin(ENTRY, origin)).toBe(true);
  },
);

it.each([
  'https://example.org',
  'https://.example.org',
  'https://a..example.org',
  'https://evilexample.org',
  'https://a.example.org.evil',
  'https://a.example.org.evil.example',
  'https://a.example.org.',
  'https://a.example.org/',
  'https://a.example.org?.example.org',
  'https://evil.example/.example.org',
  'https://evil.example#.example.org',
  'https://evil.example\\.example.org',
  'https://a.example.org@evil.example',
  'https://evil.example@a.example.org',
  'https://a.example.org:8443',
  'https://a.example.org:443',
  'http://a.example.org',
  'https://A.example.org',
  'https://a.EXAMPLE.ORG',
  'HTTPS://a.example.org',
  ' https://a.example.org',
  'https://evil.example, https://a.example.org',
  'https://evil.example https://a.example.org',
  'https://evil%2eexample.org',
  'https://evil.example%00.example.org',
  'https://a。example.org',
  'https://*.example.org.',
  'https://x.*.example.org',
  'null',
  '',
])('refuses %j', (origin) => {
  expect(matchesOrigin(ENTRY, origin)).toBe(false);
});

it('compares the port exactly', () => {
  expect(matchesOrigin('http://*.example.org:3000', 'http://a.example.org:3000')).toBe(true);
  expect(matchesOrigin('http://*.example.org:3000', 'http://a.example.org')).toBe(false);
});

const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.startsWith('xn--'));

it('allows every subdomain but no other host', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      expect(matchesOrigin(ENTRY, `https://${labels.join('.')}.example.org`)).toBe(true);
      expect(matchesOrigin(ENTRY, `https://${labels.join('.')}example.org`)).toBe(false);
      expect(matchesOrigin(ENTRY, `https://a.example.org.${labels.join('.')}`)).toBe(false);
    }),
  );
});

it('allows only origins that a browser sends for a subdomain, whatever the input', () => {
  const pieces = fc.constantFrom(
    ...[
      'https://',
      'http://',
      'a',
      '.',
      'example.org',
      'evil',
      '@',
      ':',
      '/',
      '?',
      '#',
      '\\',
      '%2e',
      '*',
      'A',
      ' ',
    ],
    '。',
    '\u0000',
    ',',
    '443',
  );
  const anything = fc.array(pieces, { maxLength: 10 }).map((all) => all.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        fc.string(),
        anything.map((text) => `https://${text}.example.org`),
      ),
      (origin) => {
        // Expresses the same rule independently, as a pattern that valid `Origin` headers match.
        const isRight = /^https:\/\/([a-z0-9_-]+\.)+example\.org$/.test(origin);
        if (matchesOrigin(ENTRY, origin)) expect([origin, isRight]).toEqual([origin, true]);
      },
    ),
    { numRuns: 2000 },
  );
});

it('extracts the hosts of an entry with any scheme and port', () => {
  expect(matchesHost('http://*.example.org:3000', 'a.b.example.org')).toBe(true);
  expect(matchesHost('http://*.example.org:3000', 'example.org')).toBe(false);
  expect(matchesHost('http://*.example.org:3000', 'evilexample.org')).toBe(false);
  expect(matchesHost('https://www.example.com', 'www.example.com')).toBe(true);
  expect(matchesHost('https://www.example.com', 'a.www.example.com')).toBe(false);
});
