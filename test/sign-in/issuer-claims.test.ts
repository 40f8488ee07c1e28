import { issuerClaims, personOf } from '../../lambdas/sign-in/issuer-claims.ts';
import { isIssuer } from '../../lambdas/sign-in/issuer-address.ts';

const AT = Date.parse('2026-11-21T10:00:00Z');
const claims = (of: Record<string, unknown>) =>
  issuerClaims.parse({ iss: 'https://issuer.example', sub: 'ann', iat: AT / 1000, ...of });
const person = (of: Record<string, unknown>, trustEmail: boolean) =>
  personOf(claims(of), undefined, { clientId: 'console', trustEmail }, AT);

describe('with trustEmail', () => {
  test("an address counts as verified if the issuer doesn't send email_verified", () => {
    expect(person({ email: 'ann@example.com' }, true)).toMatchObject({ email: 'ann@example.com' });
    expect(person({ email: 'ann@example.com' }, false)).toBe('email-not-verified');
  });

  test.each([false, 'true', 'false', null, 0, 1, {}])(
    'an address is still refused if email_verified is %j',
    (email_verified) => {
      expect(person({ email: 'ann@example.com', email_verified }, true)).toBe('email-not-verified');
    },
  );
});

test.each([
  ['no address', {}],
  ['a name without a domain', { email: 'ann' }],
  ['two addresses', { email: 'ann@example.com, owner@example.com' }],
  ['a list of addresses', { email: ['owner@example.com'] }],
  ['an address with a line break', { email: 'ann@example.com\r\nBcc: owner@example.com' }],
])("%s isn't an address, even if it is verified", (_, of) => {
  expect(person({ email_verified: true, ...of }, false)).toEqual({
    iss: 'https://issuer.example',
    sub: 'ann',
  });
});

test("a person's name is truncated", () => {
  const found = person({ email_verified: true, name: ` ${'n'.repeat(500)} ` }, false);
  expect(found).toMatchObject({ name: 'n'.repeat(100) });
});

test("a person's name is a single line of text without direction overrides", () => {
  const name = 'Ann\u001b[2J\r\nOperator \u202erotarepO';
  expect(person({ email_verified: true, name }, false)).toMatchObject({
    name: 'Ann [2J Operator rotarepO',
  });
  expect(person({ email_verified: true, name: '\u0007\u202e' }, false)).not.toHaveProperty('name');
});

test('uses email_verified from the userinfo response if only that response contains the address', () => {
  const of = (token: Record<string, unknown>, userInfo: Record<string, unknown>) =>
    personOf(claims(token), claims(userInfo), { clientId: 'console', trustEmail: false }, AT);
  const email = 'owner@example.com';
  expect(of({ email_verified: true }, { email, email_verified: false })).toBe('email-not-verified');
  expect(of({ email_verified: true }, { email })).toBe('email-not-verified');
  expect(of({ email_verified: false }, { email, email_verified: true })).toBe('email-not-verified');
  expect(of({ email_verified: true }, { email, email_verified: true })).toMatchObject({ email });
});

test.each([
  ['https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_abc', true],
  ['https://login.microsoftonline.com/tenant/v2.0', true],
  ['http://localhost:20001', true],
  ['http://127.0.0.1:20001', true],
  ['http://[::1]:20001', true],
  ['http://issuer.example', false],
  ['http://localhost.evil.example', false],
  ['https://issuer.example/?tenant=1', false],
  ['https://issuer.example/#a', false],
  ['https://user:secret@issuer.example', false],
  ['file:///etc/passwd', false],
  ['issuer.example', false],
])('accepts %s as an issuer: %j', (address, expected) => {
  expect(isIssuer(address)).toBe(expected);
});
