/** Tests signing in and out, and which users get a session. */
import { DAY } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newMember } from '../../lambdas/auth/member.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { CLIENT_ID } from '../support/issuer/hostile-issuer.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { invite } from '../support/samples/people.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import {
  stores,
  issuer,
  call,
  accountId,
  PAGE,
  Browser,
  invited,
  holder,
  expectRefused,
} from './sign-in-fixture.ts';

describe('the redirect to the issuer', () => {
  it('requests a code with PKCE, requests only the address, and uses unpredictable values', async () => {
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
    // Values from the cookie must not reach the issuer or its logs.
    for (const value of url.searchParams.values()) expect(response.cookies[0]).not.toContain(value);
    expect(new URL(await new Browser().start()).searchParams.get('state')).not.toBe(
      url.searchParams.get('state'),
    );
  });

  it('starts on the host of the redirect URI', async () => {
    const response = await call('startSignIn', {
      headers: { ...PAGE, host: 'forms.example.com' },
      query: { return_to: '/console/forms?q=a b' },
    });
    expect(response.headers['location']).toBe(
      `${BASE_URL}/console/sign-in?return_to=%2Fconsole%2Fforms%3Fq%3Da%2520b`,
    );
    expect(response.cookies).toEqual([]);
  });

  it('asks the issuer for account selection if the visitor wants to switch accounts', async () => {
    const url = new URL(await new Browser().start({ prompt: 'login' }));
    expect(url.searchParams.get('prompt')).toBe('login');
  });

  it('keeps at most five unfinished sign-ins and drops the oldest', async () => {
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
  ])('returns only to console pages, not to %j', async (return_to) => {
    const response = await call('startSignIn', { query: { return_to } });
    expect(response.status).toBe(422);
    expect(response.body.errors[0].path).toBe('return_to');
    expect(response.cookies).toEqual([]);
  });
});

describe('the callback', () => {
  it('makes the invited person a member and starts a session, both only once', async () => {
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

  it("identifies the person by the issuer's subject from then on, whatever the address", async () => {
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

  it('completes concurrent sign-ins in two tabs, in either order', async () => {
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

  it('ends the previous session even if the browser sent its cookie only with the first step', async () => {
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

describe('a person', () => {
  it("sees their address and can switch accounts if they don't have an invitation", async () => {
    const browser = new Browser();
    const response = await browser.signIn(
      { claims: { sub: 'stranger', email: "o'neil+<b>@example.com" } },
      { return_to: '/console/forms' },
    );
    expectRefused(response, 'You don’t have access yet', browser);
    const polite = await new Browser().signIn({ claims: { sub: 'stranger', email: "o'neil@example.com" } });
    expect(polite.text).toContain('You signed in as \u2068o&#39;neil@example.com\u2069, but this address');
    expect(polite.text).toContain('href="/console/sign-in?prompt=login"');
    expect(await pageFaults(polite.text)).toEqual([]);
  });

  it("isn't signed in if the invitation is for another address", async () => {
    await invited();
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: 'x', email: 'person-0@example.com' } });
    expectRefused(response, 'You don’t have access yet', browser);
  });

  it('sees that their invitation has expired', async () => {
    const email = 'late@example.com';
    const by = { type: 'operator', id: 'operator', name: 'operator' } as const;
    const member = newMember(accountId, { email, role: 'viewer' }, by, Date.now() - 7 * DAY, systemRandom);
    await membershipStore(stores.db, stores.tables).invite(member);
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: 'late', email } });
    expectRefused(response, 'Your invitation has expired', browser);
  });

  it('is not confused with a person who has the same subject at another issuer', async () => {
    const { claims } = await invited();
    await new Browser().signIn({ claims });
    expect(await holder('')).toBeUndefined();
    const browser = new Browser();
    const response = await browser.signIn({ claims: { sub: claims.sub.toUpperCase(), email: claims.email } });
    // The user's address matches the invitation, but the invitation has already been used.
    expectRefused(response, 'You don’t have access yet', browser);
  });

  it.each(['de', 'es', 'it', 'ru'])('sees the pages in %s', async (language) => {
    const response = await new Browser().finish({ state: 'x' }, { ...PAGE, 'accept-language': language });
    expect(response.headers['content-language']).toBe(language);
    expect(await pageFaults(response.text)).toEqual([]);
  });

  it('gets a problem document if the client is not a browser', async () => {
    const response = await new Browser().finish({ state: 'x' }, { accept: 'application/json' });
    expect(response).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } });
  });
});

describe('signing out', () => {
  it("signing out leads to the issuer's end-session page and back", async () => {
    const { status, headers } = await call('signOutOfIssuer', { headers: PAGE });
    expect(status).toBe(302);
    expect(headers['location']).toBe(
      `${issuer.url}/logout?kept=yes&client_id=${CLIENT_ID}&post_logout_redirect_uri=${encodeURIComponent(`${BASE_URL}/console`)}`,
    );
  });
});
