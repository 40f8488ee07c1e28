/** Tests sign-in with an issuer that lies: what the service accepts, and what it refuses. */
import { DAY } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newMember } from '../../lambdas/auth/member.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { parseSession } from '../../lambdas/auth/sessions/session.ts';
import { sessionPrincipalStore } from '../../lambdas/auth/sessions/session-principal-store.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import {
  CLIENT_ID,
  startHostileIssuer,
  type HostileIssuer,
  type Lies,
} from '../support/issuer/hostile-issuer.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { invite } from '../support/samples/people.ts';
import { BASE_URL, handlersOn, type Answered } from '../support/service/handlers.ts';

let stores: TestStores;
let issuer: HostileIssuer;
let call: ReturnType<typeof handlersOn>;
let accountId: string;
beforeAll(async () => {
  [stores, issuer] = await Promise.all([startStores(), startHostileIssuer()]);
  call = handlersOn(stores, {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_TRUST_EMAIL: 'false',
  });
});
afterAll(() => Promise.all([stores.stop(), issuer.stop()]));
beforeEach(async () => {
  ({ accountId } = await newAccount(stores));
});

/** Sent like a browser navigation. */
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };

/** A browser's cookies, all of which it sends whatever started the navigation. */
class Browser {
  readonly jar = new Map<string, string>();

  get cookies(): string[] {
    return [...this.jar].map(([name, value]) => `${name}=${value}`);
  }

  keep({ cookies }: Answered): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const at = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  get transactions(): string[] {
    return [...this.jar.keys()].filter((name) => name.startsWith('__Host-svc-sign-in-'));
  }

  get session(): string | undefined {
    return this.jar.get('__Host-svc-session');
  }

  /** @returns the issuer's URL to which the browser is redirected */
  async start(query: Record<string, string> = {}): Promise<string> {
    const response = await call('startSignIn', { headers: PAGE, cookies: this.cookies, query });
    expect(response.status).toBe(302);
    this.keep(response);
    return response.headers['location']!;
  }

  async finish(query: Record<string, string>, headers: Record<string, string> = PAGE): Promise<Answered> {
    const response = await call('finishSignIn', { headers, cookies: this.cookies, query });
    this.keep(response);
    return response;
  }

  async signIn(lies: Lies = {}, query: Record<string, string> = {}): Promise<Answered> {
    return this.finish(issuer.approve(await this.start(query), lies));
  }
}

let people = 0;
/** Returns a person invited to the account, as the issuer knows them. */
async function invited(role: 'owner' | 'editor' | 'viewer' = 'viewer') {
  const claims = { sub: `person-${(people += 1)}`, email: `person-${people}@example.com` };
  const member = await invite(stores, accountId, { email: claims.email, role });
  return { claims, member };
}

/** Returns who the session belongs to. */
async function holder(session: string | undefined) {
  const reference = parseSession(session ?? '');
  const found =
    reference && (await sessionPrincipalStore(stores.db, stores.tables, Date.now).find(reference));
  return found?.principal;
}

/** Changes only the first character: of random values, one in 64 starts with any given one. */
const otherwise = (value: string): string => (value.startsWith('A') ? 'B' : 'A') + value.slice(1);

function expectRefused(response: Answered, heading: string, browser: Browser): void {
  expect({ status: response.status, heading: /<h1>(.*)<\/h1>/.exec(response.text)?.[1] }).toEqual({
    status: heading === 'Sign-in is currently unavailable' ? 503 : 403,
    heading,
  });
  expect(browser.session).toBeUndefined();
}

describe('the redirect to the issuer', () => {
  it('requests a code with PKCE and only the address, with nothing that can be guessed', async () => {
    const browser = new Browser();
    const response = await call('startSignIn', { headers: PAGE });
    browser.keep(response);
    const url = new URL(response.headers['location']!);
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      redirect_uri: `${BASE_URL}/console/callback`,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(response.cookies).toEqual([
      expect.stringMatching(
        /^__Host-svc-sign-in-[\w-]{16}=[\w.-]+; Secure; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/,
      ),
    ]);
    // The values that the issuer and readers of its logs see differ from those in the cookie.
    for (const value of url.searchParams.values()) expect(response.cookies[0]).not.toContain(value);
    expect(new URL(await new Browser().start()).searchParams.get('state')).not.toBe(
      url.searchParams.get('state'),
    );
  });

  it('starts on the host that the issuer redirects back to', async () => {
    const response = await call('startSignIn', {
      headers: { ...PAGE, host: 'forms.example.com' },
      query: { return_to: '/console/forms?q=a b' },
    });
    expect(response.headers['location']).toBe(
      `${BASE_URL}/console/sign-in?return_to=%2Fconsole%2Fforms%3Fq%3Da%2520b`,
    );
    expect(response.cookies).toEqual([]);
  });

  it('makes the issuer ask for an account if the visitor wants to switch', async () => {
    const url = new URL(await new Browser().start({ prompt: 'login' }));
    expect(url.searchParams.get('prompt')).toBe('login');
  });

  it('keeps at most five sign-ins, and drops the oldest', async () => {
    const browser = new Browser();
    const urls: string[] = [];
    for (let tab = 0; tab < 7; tab += 1) urls.push(await browser.start());
    expect(browser.transactions).toHaveLength(5);
    const { claims } = await invited();
    expectRefused(
      await browser.finish(issuer.approve(urls[0]!, { claims })),
      'You’re not signed in',
      browser,
    );
    expect((await browser.finish(issuer.approve(urls[6]!, { claims }))).status).toBe(302);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/console',
    '/\\evil.example/console',
    '/console/../../evil',
    '/console/..//evil.example',
    '/console/%2e%2e/%2e%2e//evil.example',
    '/console\\..\\..\\evil',
    '/console\t/../..//evil.example',
    '/consoles',
    '/v1/forms',
    '/console/sign-out',
    '/console/callback?code=1',
    'javascript:alert(1)',
    '',
    `/console/${'a'.repeat(1000)}`,
  ])('only returns to console pages, not to %j', async (return_to) => {
    const response = await call('startSignIn', { query: { return_to } });
    expect(response.status).toBe(422);
    expect(response.body.errors[0].path).toBe('return_to');
    expect(response.cookies).toEqual([]);
  });
});

describe('the callback', () => {
  it('makes the invited person a member and starts a session, once', async () => {
    const { claims, member } = await invited('editor');
    const browser = new Browser();
    const url = await browser.start({ return_to: '/console/forms/frm_1?tab=new#x' });
    const response = await browser.finish(issuer.approve(url, { claims: { ...claims, name: 'Ann' } }));
    expect(response).toMatchObject({
      status: 302,
      headers: { location: `${BASE_URL}/console/forms/frm_1?tab=new#x`, 'cache-control': 'no-store' },
    });
    expect(response.cookies[0]).toMatch(
      /^__Host-svc-session=[\w.-]+; Secure; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
    );
    expect(browser.transactions).toEqual([]);
    expect(await holder(browser.session)).toMatchObject({
      type: 'member',
      account_id: accountId,
      member_id: member.member_id,
      name: 'Ann',
      role: 'editor',
    });
  });

  it("identifies the person by the issuer's subject from then on, whatever their address", async () => {
    const { claims, member } = await invited();
    await new Browser().signIn({ claims });
    const later = new Browser();
    await later.signIn({ claims: { ...claims, email: 'married@example.com' } });
    expect(await holder(later.session)).toMatchObject({ member_id: member.member_id });
  });

  it("returns to the person's previous account, even after another one has invited them", async () => {
    const { claims, member } = await invited();
    await new Browser().signIn({ claims });
    const other = (await newAccount(stores)).accountId;
    const joined = await invite(stores, other, { email: claims.email });
    const browser = new Browser();
    await browser.signIn({ claims });
    expect(await holder(browser.session)).toMatchObject({ member_id: member.member_id });
    await browser.signIn({ claims }, { account: other });
    expect(await holder(browser.session)).toMatchObject({ member_id: joined.member_id });
  });

  it('completes two tabs that started at the same time, in either order', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const [first, second] = [await browser.start(), await browser.start()];
    expect((await browser.finish(issuer.approve(second, { claims }))).status).toBe(302);
    expect((await browser.finish(issuer.approve(first, { claims }))).status).toBe(302);
    expect(await holder(browser.session)).toBeDefined();
    expect(browser.transactions).toEqual([]);
  });

  it("ends the previous user's session", async () => {
    const [ann, bob] = [await invited(), await invited()];
    const browser = new Browser();
    await browser.signIn({ claims: ann.claims });
    const before = browser.session;
    await browser.signIn({ claims: bob.claims });
    expect(await holder(browser.session)).toMatchObject({ member_id: bob.member.member_id });
    expect(await holder(before)).toBeUndefined();
  });

  it('ends it even if the browser only sends its cookie with the first step, as browsers do', async () => {
    const [ann, bob] = [await invited(), await invited()];
    const browser = new Browser();
    await browser.signIn({ claims: ann.claims });
    const before = browser.session;
    const url = await browser.start();
    browser.jar.delete('__Host-svc-session');
    await browser.finish(issuer.approve(url, { claims: bob.claims }));
    expect(await holder(before)).toBeUndefined();
    expect(await holder(browser.session)).toMatchObject({ member_id: bob.member.member_id });
  });

  it('ignores additional parameters from the issuer', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    expect((await browser.finish({ ...query, session_state: 'a', authuser: '0' })).status).toBe(302);
  });
});

describe('a response from the issuer', () => {
  const heading = 'You’re not signed in';
  const bad: [string, (query: Record<string, string>, browser: Browser) => Record<string, string>][] = [
    ['with another state', (query) => ({ ...query, state: otherwise(query['state']!) })],
    ['with a state that nobody began', (query) => ({ ...query, state: 'x'.repeat(43) })],
    ['without a state', ({ state: _, ...query }) => ({ ...query, state: '' })],
    ['with a wrong code', (query) => ({ ...query, code: 'guessed' })],
    ['without a code', ({ code: _, ...query }) => query],
    ['that says another issuer sent it', (query) => ({ ...query, iss: 'https://issuer.example' })],
    ['that does not say which issuer sent it, though it always does', ({ iss: _, ...query }) => query],
    ['with a token in the address', (query) => ({ ...query, id_token: 'a.b.c' })],
    [
      'to a browser that has no cookie of it',
      (query, { jar }) => {
        jar.clear();
        return query;
      },
    ],
    [
      'to a browser whose cookie was changed',
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

  it("with another sign-in's code does not sign in, such as an attacker's code in a victim's browser", async () => {
    const { claims } = await invited();
    const [attacker, victim] = [new Browser(), new Browser()];
    const stolen = issuer.approve(await attacker.start(), { claims });
    const own = issuer.approve(await victim.start(), { claims });
    expectRefused(await victim.finish({ ...own, code: stolen['code']! }), heading, victim);
    expectRefused(await new Browser().finish(stolen), heading, new Browser());
  });

  it('that is repeated signs in once', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    const kept = new Map(browser.jar);
    expect((await browser.finish(query)).status).toBe(302);
    const again = new Browser();
    expectRefused(await again.finish(query), heading, again);
    // Not even with the cookie that it deleted.
    for (const [name, value] of kept) again.jar.set(name, value);
    expectRefused(await again.finish(query), heading, again);
  });

  it.each(['access_denied', 'login_required', 'consent_required', '"><script>alert(1)</script>'])(
    'with the error %s is a page with a retry and a way to switch accounts',
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

  it('without parameters names what is wrong in the query', async () => {
    const { status, body } = await call('finishSignIn', { query: { code: '1', utm_source: 'x' } });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['code', 'utm_source']);
  });
});

describe('an ID token', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const lies: [string, () => Lies][] = [
    ['of another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['for several clients, without saying for which', () => ({ claims: { aud: [CLIENT_ID, 'another'] } })],
    [
      'for several clients, and issued to another',
      () => ({ claims: { aud: [CLIENT_ID, 'another'], azp: 'another' } }),
    ],
    ['issued to another client', () => ({ claims: { azp: 'another' } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://issuer.example' } })],
    ['without an issuer', () => ({ claims: { iss: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['that has expired', () => ({ claims: { exp: seconds() - 6 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['from the future', () => ({ claims: { iat: seconds() + 8 } })],
    ['from far in the future', () => ({ claims: { iat: seconds() + 10 * 365 * 86_400 } })],
    ['without a time', () => ({ claims: { iat: undefined } })],
    ['not valid yet', () => ({ claims: { nbf: seconds() + 60 } })],
    ['without a signature', () => ({ signature: 'none' })],
    ['signed with a key of somebody else', () => ({ signature: 'foreign key' })],
    ['signed with a key that the issuer does not have', () => ({ signature: 'unknown key id' })],
    ['signed with the public key as a secret', () => ({ signature: 'HS256' })],
    ['changed after it was signed', () => ({ signature: 'tampered' })],
    [
      'that is missing',
      () => ({ token: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } }),
    ],
    [
      'that is none',
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
    ['for several clients, and issued to this one', () => ({ aud: [CLIENT_ID, 'another'], azp: CLIENT_ID })],
  ])('%s signs the person in', async (_, more) => {
    const { claims } = await invited();
    expect((await new Browser().signIn({ claims: { ...claims, ...more() } })).status).toBe(302);
  });
});

describe('an e-mail address', () => {
  const heading = 'Your address isn’t verified';
  it.each<[string, Lies['claims'], Lies['userInfo']]>([
    ['that is not verified', { email_verified: false }, {}],
    ['that is verified in a word', { email_verified: 'true' }, {}],
    ['that is verified with a number', { email_verified: 1 }, {}],
    ['of which nothing is said', { email_verified: undefined }, {}],
    ['that is null', { email_verified: null }, {}],
    [
      'that is not verified in the token, whatever is said elsewhere',
      { email_verified: false },
      { email_verified: true },
    ],
    [
      'while another one is verified elsewhere',
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

  it('that is no longer verified keeps out an existing member', async () => {
    const { claims } = await invited();
    await new Browser().signIn({ claims });
    const browser = new Browser();
    expectRefused(await browser.signIn({ claims: { ...claims, email_verified: false } }), heading, browser);
  });

  it('in the userinfo works like one in the token', async () => {
    const { claims, member } = await invited();
    const browser = new Browser();
    await browser.signIn({
      claims: { sub: claims.sub, email: undefined, email_verified: undefined },
      userInfo: { sub: claims.sub, email: claims.email, email_verified: true },
    });
    expect(await holder(browser.session)).toMatchObject({ member_id: member.member_id });
  });

  it("in another person's userinfo is ignored", async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const response = await browser.signIn({
      claims: { sub: 'attacker', email: undefined, email_verified: undefined },
      userInfo: { sub: claims.sub, email: claims.email, email_verified: true },
    });
    expectRefused(response, 'You’re not signed in', browser);
  });
});

describe('a person', () => {
  it('without an invitation sees their address, and can switch accounts', async () => {
    const browser = new Browser();
    const response = await browser.signIn(
      { claims: { sub: 'stranger', email: "o'neil+<b>@example.com" } },
      { return_to: '/console/forms' },
    );
    expectRefused(response, 'You don’t have access yet', browser);
    const polite = await new Browser().signIn({ claims: { sub: 'stranger', email: "o'neil@example.com" } });
    expect(polite.text).toContain('You signed in as \u2068o&#39;neil@example.com\u2069, but no account');
    expect(polite.text).toContain('href="/console/sign-in?prompt=login"');
    expect(await pageFaults(polite.text)).toEqual([]);
  });

  it("who is invited at another address isn't signed in", async () => {
    await invited();
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: 'x', email: 'person-0@example.com' } });
    expectRefused(response, 'You don’t have access yet', browser);
  });

  it('with an expired invitation is told so', async () => {
    const email = 'late@example.com';
    const by = { type: 'operator', id: 'operator', name: 'operator' } as const;
    const member = newMember(accountId, { email, role: 'viewer' }, by, Date.now() - 7 * DAY, systemRandom);
    await membershipStore(stores.db, stores.tables).invite(member);
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: 'late', email } });
    expectRefused(response, 'Your invitation has expired', browser);
  });

  it('with the same subject at another issuer is someone else', async () => {
    const { claims } = await invited();
    await new Browser().signIn({ claims });
    expect(await holder('')).toBeUndefined();
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: claims.sub.toUpperCase(), email: claims.email } });
    // The address matched the invitation, which is already used.
    expectRefused(response, 'You don’t have access yet', browser);
  });

  it.each(['de', 'es', 'it', 'ru'])('sees the pages in %s', async (language) => {
    const response = await new Browser().finish({ state: 'x' }, { ...PAGE, 'accept-language': language });
    expect(response.headers['content-language']).toBe(language);
    expect(await pageFaults(response.text)).toEqual([]);
  });

  it('gets a problem document if the client is a program', async () => {
    const response = await new Browser().finish({ state: 'x' }, { accept: 'application/json' });
    expect(response).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } });
  });
});

describe('a failing issuer', () => {
  const heading = 'Sign-in is currently unavailable';
  it('during sign-in can be retried with the same response', async () => {
    const { claims } = await invited();
    const browser = new Browser();
    const query = issuer.approve(await browser.start(), { claims });
    issuer.fail(503);
    expectRefused(await browser.finish(query), heading, browser);
    issuer.fail(200);
    expect((await browser.finish(query)).status).toBe(302);
  });

  it('is reported in the response', async () => {
    const browser = new Browser();
    const { code: _, ...query } = issuer.approve(await browser.start());
    expectRefused(await browser.finish({ ...query, error: 'temporarily_unavailable' }), heading, browser);
  });

  it('is asked for its keys and endpoints once, not on each sign-in', () => {
    expect(issuer.calls.get('/.well-known/openid-configuration')).toBeLessThanOrEqual(3);
  });
});

describe('signing out', () => {
  it("signing out leads to the issuer's end-session page, and back", async () => {
    const { status, headers } = await call('signOutOfIssuer', { headers: PAGE });
    expect(status).toBe(302);
    expect(headers['location']).toBe(
      `${issuer.url}/logout?kept=yes&client_id=${CLIENT_ID}&post_logout_redirect_uri=${encodeURIComponent(`${BASE_URL}/console`)}`,
    );
  });
});
