/** Tests signing in with an issuer that returns incorrect data or fails. */
import { CLIENT_ID, type Lies } from '../support/issuer/hostile-issuer.ts';
import { invite } from '../support/samples/people.ts';
import {
  stores,
  issuer,
  call,
  accountId,
  Browser,
  invited,
  holder,
  otherwise,
  expectRefused,
} from './sign-in-fixture.ts';

describe('a response from the issuer', () => {
  const heading = 'You’re not signed in';
  const bad: [string, (query: Record<string, string>, browser: Browser) => Record<string, string>][] = [
    ['with another state', (query) => ({ ...query, state: otherwise(query['state']!) })],
    ['with an unknown state', (query) => ({ ...query, state: 'x'.repeat(43) })],
    ['without a state', ({ state: _, ...query }) => ({ ...query, state: '' })],
    ['with a wrong code', (query) => ({ ...query, code: 'guessed' })],
    ['without a code', ({ code: _, ...query }) => query],
    ['that names another issuer', (query) => ({ ...query, iss: 'https://issuer.example' })],
    ['that does not name its issuer, although the issuer always does', ({ iss: _, ...query }) => query],
    ['with a token in the URL', (query) => ({ ...query, id_token: 'a.b.c' })],
    [
      'in a browser without its cookie',
      (query, { jar }) => {
        jar.clear();
        return query;
      },
    ],
    [
      'in a browser whose cookie was changed',
      (query, { jar, transactions: [name = ''] }) => {
        jar.set(
          name,
          jar
            .get(name)!
            .replace(
              /\..*/,
              `.${Buffer.from('{"startedAt":1,"returnTo":"/console"}').toString('base64url')}`,
            ),
        );
        return query;
      },
    ],
  ];
  it.each(bad)('%s does not sign anyone in', async (_, change) => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    expectRefused(await browser.finish(change(query, browser)), heading, browser);
  });

  it("doesn't accept another sign-in's code, such as an attacker's code in a victim's browser", async () => {
    const { claims } = await invited();
    const [attacker, victim] = [new Browser(), new Browser()];
    const stolen = issuer.approve(await attacker.start(), { claims });
    const own = issuer.approve(await victim.start(), { claims });
    expectRefused(await victim.finish({ ...own, code: stolen['code']! }), heading, victim);
    expectRefused(await new Browser().finish(stolen), heading, new Browser());
  });

  it('signs the person in only once if the response is repeated', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    const kept = new Map(browser.jar);
    expect((await browser.finish(query)).status).toBe(302);
    const again = new Browser();
    expectRefused(await again.finish(query), heading, again);
    // The authorization code is refused even if the browser sends the cookie that the service has deleted.
    for (const [name, value] of kept) again.jar.set(name, value);
    expectRefused(await again.finish(query), heading, again);
  });

  it.each(['access_denied', 'login_required', 'consent_required', '"><script>alert(1)</script>'])(
    'shows a page for the error %s with a retry and a link to switch accounts',
    async (error) => {
      const browser = new Browser();
      const { code: _, ...query } = issuer.approve(await browser.start({ return_to: '/console/keys' }));
      const response = await browser.finish({ ...query, error, error_description: '<b>no</b>' });
      expectRefused(response, heading, browser);
      expect(response.text).toContain('/console/sign-in?prompt=login&amp;return_to=%2Fconsole%2Fkeys');
      expect(response.text).not.toMatch(/<script|<b>no|alert/);
      expect(browser.transactions).toEqual([]);
    },
  );

  it('gets an error that mentions the query if it has no parameters', async () => {
    const { status, body } = await call('finishSignIn', { query: { code: '1', utm_source: 'x' } });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['code', 'utm_source']);
  });
});

describe('an ID token', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const lies: [string, () => Lies][] = [
    ['with another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['for several clients, without an authorized party', () => ({ claims: { aud: [CLIENT_ID, 'another'] } })],
    [
      'for several clients, and authorized for another',
      () => ({ claims: { aud: [CLIENT_ID, 'another'], azp: 'another' } }),
    ],
    ['authorized for another client', () => ({ claims: { azp: 'another' } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://issuer.example' } })],
    ['without an issuer', () => ({ claims: { iss: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['that has expired', () => ({ claims: { exp: seconds() - 6 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['from the future', () => ({ claims: { iat: seconds() + 8 } })],
    ['from far in the future', () => ({ claims: { iat: seconds() + 10 * 365 * 86_400 } })],
    ['without an issue time', () => ({ claims: { iat: undefined } })],
    ['not valid yet', () => ({ claims: { nbf: seconds() + 60 } })],
    ['without a signature', () => ({ signature: 'none' })],
    ["signed with someone else's key", () => ({ signature: 'foreign key' })],
    ['signed with a key that the issuer does not publish', () => ({ signature: 'unknown key id' })],
    ['signed with the public key as a secret', () => ({ signature: 'HS256' })],
    ['changed after it was signed', () => ({ signature: 'tampered' })],
    [
      'that is missing',
      () => ({ token: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } }),
    ],
    [
      'that is malformed',
      () => ({ token: { status: 200, body: { access_token: 'a', token_type: 'Bearer', id_token: 'x' } } }),
    ],
  ];
  it.each(lies)('%s does not sign anyone in', async (_, lie) => {
    const { claims } = await invited();
    await invite(stores, accountId, { email: 'owner@example.com' }).catch(() => undefined);
    const made = lie();
    const browser = new Browser();
    const response = await browser.signIn({ ...made, claims: { ...claims, ...made.claims } });
    expectRefused(response, 'You’re not signed in', browser);
  });

  it.each<[string, () => Lies['claims']]>([
    ['whose clock is five seconds ahead', () => ({ iat: seconds() + 4 })],
    [
      'for several clients, and authorized for this one',
      () => ({ aud: [CLIENT_ID, 'another'], azp: CLIENT_ID }),
    ],
  ])('%s signs the person in', async (_, more) => {
    const { claims } = await invited();
    expect((await new Browser().signIn({ claims: { ...claims, ...more() } })).status).toBe(302);
  });
});

describe('an e-mail address', () => {
  const heading = 'Your address isn’t verified';
  it.each<[string, Lies['claims'], Lies['userInfo']]>([
    ["that isn't verified", { email_verified: false }, {}],
    ['with a string as email_verified', { email_verified: 'true' }, {}],
    ['with a number as email_verified', { email_verified: 1 }, {}],
    ['without email_verified', { email_verified: undefined }, {}],
    ['that is null', { email_verified: null }, {}],
    [
      'that is unverified in the token, whatever the user info says',
      { email_verified: false },
      { email_verified: true },
    ],
    [
      'with a different verified address in the user info',
      { email_verified: undefined },
      { email: 'another@example.com', email_verified: true },
    ],
  ])('%s does not sign anyone in', async (_, more, userInfo) => {
    const { claims } = await invited();
    const browser = new Browser();
    const response = await browser.signIn({
      claims: { ...claims, ...more },
      userInfo: { sub: claims.sub, email: claims.email, ...userInfo },
    });
    expectRefused(response, heading, browser);
  });

  it('prevents an existing member from signing in if it is no longer verified', async () => {
    const { claims } = await invited();
    await new Browser().signIn({ claims });
    const browser = new Browser();
    expectRefused(await browser.signIn({ claims: { ...claims, email_verified: false } }), heading, browser);
  });

  it('can come from the userinfo instead of the token', async () => {
    const { claims, member } = await invited();
    const browser = new Browser();
    await browser.signIn({
      claims: { sub: claims.sub, email: undefined, email_verified: undefined },
      userInfo: { sub: claims.sub, email: claims.email, email_verified: true },
    });
    expect(await holder(browser.session)).toMatchObject({ member_id: member.member_id });
  });

  it("is ignored if it is in another person's userinfo", async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const response = await browser.signIn({
      claims: { sub: 'attacker', email: undefined, email_verified: undefined },
      userInfo: { sub: claims.sub, email: claims.email, email_verified: true },
    });
    expectRefused(response, 'You’re not signed in', browser);
  });
});

describe('a failing issuer', () => {
  const heading = 'Sign-in is currently unavailable';
  it('lets the browser retry the sign-in with the same response', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    issuer.fail(503);
    expectRefused(await browser.finish(query), heading, browser);
    issuer.fail(200);
    expect((await browser.finish(query)).status).toBe(302);
  });

  it('is mentioned in the response', async () => {
    const browser = new Browser();
    const { code: _, ...query } = issuer.approve(await browser.start());
    expectRefused(await browser.finish({ ...query, error: 'temporarily_unavailable' }), heading, browser);
  });

  it('is asked for its keys and endpoints only once', () => {
    expect(issuer.calls.get('/.well-known/openid-configuration')).toBeLessThanOrEqual(3);
  });
});
