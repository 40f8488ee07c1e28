import { hostCookies } from '../../lambdas/auth/sessions/host-cookie.ts';
import { SECOND } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { returnTarget } from '../../lambdas/sign-in/return-target.ts';
import {
  endedTransactionCookie,
  newTransaction,
  transactionCookies,
  transactionOf,
} from '../../lambdas/sign-in/transaction.ts';

const AT = Date.parse('2026-11-21T10:00:00Z');
const HTTPS = { baseUrl: 'https://forms.example', userAgent: 'Mozilla/5.0 Firefox/153.0' };
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

const begin = (startedAt = AT) => newTransaction({ startedAt, returnTo: '/console/forms' }, systemRandom);
const sent = (setCookie: string): string => setCookie.split('; ')[0] ?? '';

test("finds a sign-in by its state in the browser's cookies for 15 minutes", () => {
  const [ours, other] = [begin(), begin()];
  const cookies = [other, ours].map((each) => sent(transactionCookies(each, [], HTTPS)[0]!));
  const found = (at: number) => transactionOf(ours.state, cookies, HTTPS.baseUrl, at);
  expect(found(AT)).toEqual(ours);
  expect(found(AT + 900 * SECOND - 1)).toEqual(ours);
  expect(found(AT + 900 * SECOND)).toBeUndefined();
});

test('uses independent values for state, nonce, and PKCE and authenticates the whole cookie with the state', () => {
  const started = begin();
  const [name = '', value = ''] = sent(transactionCookies(started, [], HTTPS)[0]!).split(/=(.*)/s);
  expect(new Set([started.state, started.nonce, started.codeVerifier, started.codeChallenge]).size).toBe(4);
  for (let at = 0; at < value.length; at += 1) {
    const changed = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
    expect(transactionOf(started.state, [`${name}=${changed}`], HTTPS.baseUrl, AT)).toBeUndefined();
  }
});

test.each([
  ['http://127.0.0.1:8787', SAFARI, /^svc-sign-in-[\w-]{16}=[^;]*; Path=\/; HttpOnly; SameSite=Lax;/],
  ['http://127.0.0.1:8787', CHROME, /^__Host-svc-sign-in-[\w-]{16}=[^;]*; Secure; Path=\//],
  ['https://forms.example', SAFARI, /^__Host-svc-sign-in-[\w-]{16}=[^;]*; Secure; Path=\//],
])('on %s, uses a cookie that browser %# accepts', (baseUrl, userAgent, expected) => {
  const started = begin();
  const target = { baseUrl, userAgent };
  const [cookie = ''] = transactionCookies(started, [], target);
  expect(cookie).toMatch(expected);
  expect(transactionOf(started.state, [sent(cookie)], baseUrl, AT)).toEqual(started);
  const ended = endedTransactionCookie(started.state, target);
  expect(ended.startsWith(`${cookie.split('=')[0] ?? ''}=;`)).toBe(true);
  expect(ended).toContain('Max-Age=0');
});

test('accepts a cookie without the prefix only over http and never prefers it to one with the prefix', () => {
  const cookies = ['svc-session=theirs', '__Host-svc-session=ours', 'svc-session=again'];
  const read = (baseUrl: string, from = cookies) =>
    hostCookies(from, 'svc-session', baseUrl).get('svc-session');
  expect(read('https://forms.example')).toBe('ours');
  expect(read('https://forms.example', ['svc-session=theirs'])).toBeUndefined();
  expect(read('http://127.0.0.1:8787')).toBe('ours');
  expect(read('http://127.0.0.1:8787', ['svc-session=plain'])).toBe('plain');
});

test('drops unknown sign-in cookies before known ones', () => {
  const cookies = Array.from({ length: 9 }, (_, at) => `__Host-svc-sign-in-${at}=nonsense.${at}`);
  const kept = Array.from({ length: 4 }, (_, at) => sent(transactionCookies(begin(AT + at), [], HTTPS)[0]!));
  const [, ...ended] = transactionCookies(begin(), [...cookies, ...kept], HTTPS);
  expect(ended.map((each) => each.split('=')[0]).toSorted()).toEqual(
    cookies.map((each) => each.split('=')[0]).toSorted(),
  );
});

test("keeps sign-ins with long app requests within the gateway's header limit", () => {
  const long = (at: number) => {
    const returnTo = `/oauth/authorize?state=${'a'.repeat(1900)}${at}`;
    return newTransaction({ startedAt: AT + at, returnTo }, systemRandom);
  };
  const kept = [1, 2, 3].map((at) => sent(transactionCookies(long(at), [], HTTPS)[0]!));
  const [begun = '', ...ended] = transactionCookies(long(4), kept, HTTPS);
  expect(ended.map((each) => each.split('=')[0])).toEqual(
    [kept[1], kept[0]].map((each) => each?.split('=')[0]),
  );
  expect(sent(begun).length + (kept[2]?.length ?? 0)).toBeLessThan(6200);
});

test.each([
  ['a console page', '/console/forms?tab=all#x', true],
  ["an app's request", `/oauth/authorize?client_id=app_1&state=${'s'.repeat(1500)}`, true],
  ['a request that is too long', `/oauth/authorize?state=${'s'.repeat(2000)}`, false],
  ['a console page with a path that is too long', `/console/forms?q=${'s'.repeat(1500)}`, false],
  ['another endpoint for apps', '/oauth/token?grant_type=x', false],
  ['a path with ".."', '/oauth/authorize/../../v1/me?x', false],
  ['another site', '/oauth/authorize?x\\@evil.example', false],
  ['an app request without a query', '/oauth/authorize', false],
])('returns to %s: %#', (_, path, isTaken) => {
  expect(returnTarget.safeParse(path).success).toBe(isTaken);
});
