/** Tests the consent page, and requests that are refused before it is shown. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { hiddenFields, newTestApp, REDIRECT_URI } from '../support/samples/apps.ts';
import { signIn } from '../support/samples/people.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { stores, call, account, owner, app, flowOf, answerOf } from './consent-fixture.ts';

describe('the consent page', () => {
  test('names the app, the account, the person, the forms, and the permissions', async () => {
    const { status, headers, text } = await flowOf().ask();
    expect(status).toBe(200);
    for (const part of ['Flows &amp; Co', 'Test', 'ann@example.com', 'platform.example', 'All forms'])
      expect(text).toContain(part);
    expect(text).toContain('read forms, submissions and their files, webhooks and statistics');
    expect(text).toContain('change and delete forms, submissions and webhooks');
    expect(text).toContain('receive new submissions');
    expect(text).not.toContain('submit forms');
    expect(await pageFaults(text)).toEqual([]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-[^;]*/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("form-action 'self' https:");
  });

  test.each([
    ['de', 'Erlauben', 'Einsendungen und Webhooks ändern'],
    ['es', 'Permitir', 'eliminar formularios, envíos'],
    ['it', 'Consenti', 'eliminare moduli, invii'],
    ['ru', 'Разрешить', 'удалять формы, заявки'],
  ])('is shown in %s', async (language, button, scope) => {
    const { request } = flowOf();
    const headers = { 'accept-language': language };
    const { text } = await call('askConsent', { query: request, cookies: owner.cookies, headers });
    expect(text).toContain(`lang="${language}"`);
    expect(text).toMatch(new RegExp(`>\\s*${button}\\s*</button>`));
    expect(text).toContain(scope);
    expect(await pageFaults(text)).toEqual([]);
  });

  test("asks a viewer only for a viewer's permissions, and names the forms they are limited to", async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Only this' } })).body.id;
    const viewer = await signIn(stores, account.accountId, { role: 'viewer', form_ids: [form] });
    const { text } = await flowOf(app, viewer.cookies).ask({ scope: 'ingest read write admin' });
    expect(hiddenFields(text)['scope']).toBe('read');
    expect(text).toContain(`name="${form}"`);
    expect(text).toContain('Only this');
    expect(text.match(/type="checkbox"/g)).toHaveLength(1);
  });

  test("doesn't ask an owner for permissions reserved for people: keys, members and apps", async () => {
    const { text } = await flowOf().ask({ scope: 'read admin' });
    // Receiving submissions also requires the scope `write`.
    expect(text).not.toContain('receive new submissions');
    expect(hiddenFields(text)['scope']).toBe('read');
  });

  test('asks for read access if the app requests none', async () => {
    expect(hiddenFields((await flowOf().ask({ scope: '' })).text)['scope']).toBe('read');
  });

  test('accepts answers only on the canonical host', async () => {
    const { request } = flowOf();
    const response = await call('askConsent', { query: request, headers: { host: 'elsewhere.test' } });
    expect(response.status).toBe(302);
    expect(response.headers['location']).toMatch(/^http:\/\/api\.test\/oauth\/authorize\?/);
  });
});

describe('a browser without a session', () => {
  const step = (svc_step: string) => flowOf(app, []).ask({ svc_step });
  const linkOf = (text: string) => /content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

  test("is first redirected through one of the service's pages so that it sends its cookie", async () => {
    const { status, text } = await flowOf(app, []).ask();
    expect(status).toBe(200);
    expect(await pageFaults(text)).toEqual([]);
    const next = new URL(linkOf(text), BASE_URL);
    expect(next.pathname).toBe('/oauth/authorize');
    expect(next.searchParams.get('svc_step')).toBe('again');
    expect(next.searchParams.get('state')).toBe('some state/of=the&app');
  });

  test('signs in and returns to the consent page', async () => {
    const { status, headers } = await step('again');
    expect(status).toBe(302);
    const { pathname, searchParams } = new URL(headers['location']!, BASE_URL);
    expect(pathname).toBe('/console/sign-in');
    expect(searchParams.get('account')).toBe(account.accountId);
    const back = new URL(searchParams.get('return_to')!, BASE_URL);
    expect(back.pathname).toBe('/oauth/authorize');
    expect(back.searchParams.get('svc_step')).toBe('signed-in');
  });

  test('is redirected again after sign-in, because it comes from another site', async () => {
    expect(new URL(linkOf((await step('signed-in')).text), BASE_URL).searchParams.get('svc_step')).toBe(
      'last',
    );
  });

  test('gets an error page instead of an endless redirect', async () => {
    const { status, text } = await step('last');
    expect(status).toBe(401);
    expect(text).toContain('You’re not signed in');
  });

  test('is sent back to the app if its request is too long to survive sign-in', async () => {
    const state = '"'.repeat(900);
    for (const svc_step of ['', 'again']) {
      const { status, headers } = await flowOf(app, []).ask({ state, svc_step });
      expect(status).toBe(302);
      expect(answerOf(headers['location'])).toMatchObject({
        to: REDIRECT_URI,
        error: 'invalid_request',
        state,
        iss: BASE_URL,
      });
    }
  });

  test('is asked to sign in as a person if it has a key session', async () => {
    const response = await call('createSession', { key: account.key });
    const cookies = response.cookies.map((each) => each.split(';')[0] ?? '');
    const { status, text } = await flowOf(app, cookies).ask();
    expect(status).toBe(403);
    expect(text).toContain('Sign in as a member');
  });
});

describe('a request refused on a page, without a redirect', () => {
  test.each([
    ['no app', { client_id: '' }],
    ['an unknown app', { client_id: 'app_0123456789ABCDEFGHJKMNPQRS' }],
    ["text that isn't an app ID", { client_id: 'https://evil.example' }],
    ['no redirect URI', { redirect_uri: '' }],
    ['a different redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer path', { redirect_uri: `${REDIRECT_URI}/more` }],
    ['another query', { redirect_uri: `${REDIRECT_URI}?next=https://evil.example` }],
    ['a fragment', { redirect_uri: `${REDIRECT_URI}#fragment` }],
    ['a user name', { redirect_uri: 'https://platform.example@evil.example/callback' }],
    ['a user name that looks like the host', { redirect_uri: 'https://someone@platform.example/callback' }],
    ['a look-alike host', { redirect_uri: 'https://platform.example.evil.example/callback' }],
    ['letters from another script', { redirect_uri: 'https://рlatform.example/callback' }],
    ['another case', { redirect_uri: 'https://PLATFORM.example/callback' }],
    ['a port', { redirect_uri: 'https://platform.example:8443/callback' }],
    ['http', { redirect_uri: 'http://platform.example/callback' }],
    ['a wildcard', { redirect_uri: 'https://*.example/callback' }],
    ['a path with ".."', { redirect_uri: 'https://platform.example/x/../callback' }],
    ['a backslash', { redirect_uri: 'https://platform.example\\@evil.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a line break', { redirect_uri: `${REDIRECT_URI}\r\nset-cookie: a=b` }],
  ])('%s', async (_, given) => {
    for (const cookies of [owner.cookies, []]) {
      const { status, headers, text } = await flowOf(app, cookies).ask(given);
      expect(status).toBe(400);
      expect(headers['location']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(text).not.toContain('evil.example');
    }
  });

  test('a parameter that is sent twice', async () => {
    const { request } = flowOf();
    const event = { query: request, cookies: owner.cookies };
    const twice = await call('askConsent', {
      ...event,
      query: { ...request, 'redirect_uri\u0026redirect_uri': 'https://evil.example' },
    });
    expect(twice.headers['location'] ?? '').not.toContain('evil.example');
  });

  test('a deleted app', async () => {
    const removed = await newTestApp(stores, account.accountId);
    const flow = flowOf(removed);
    const fields = hiddenFields((await flow.ask()).text);
    await stores.db.send(
      new DeleteCommand({
        TableName: stores.tables.oauthClients,
        Key: { owner: account.accountId, client_id: removed.clientId },
      }),
    );
    expect((await flow.ask()).status).toBe(400);
    const answered = await flow.answer({ ...fields, decision: 'allow' });
    expect([answered.status, answered.headers['location']]).toEqual([400, undefined]);
  });

  test("another account's app", async () => {
    const other = await newAccount(stores);
    const { status, headers, text } = await flowOf(await newTestApp(stores, other.accountId)).ask();
    expect([status, headers['location']]).toEqual([403, undefined]);
    expect(text).toContain('belongs to another account');
  });
});

describe('a request refused by redirecting to the app, with its state and the issuer', () => {
  const PLAIN = { code_challenge_method: 'plain', code_challenge: 'a'.repeat(43) };
  test.each([
    ['no response type', { response_type: '' }, 'invalid_request'],
    ['an implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['an unsupported response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: '' }, 'invalid_request'],
    ['PKCE with the plain method', PLAIN, 'invalid_request'],
    ['a method without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    ["a challenge that isn't base64url", { code_challenge: '+'.repeat(43) }, 'invalid_request'],
    ['an unknown scope', { scope: 'read owner' }, 'invalid_scope'],
    ["only scopes that apps can't have", { scope: 'admin' }, 'invalid_scope'],
    ['a secret in the URL', { client_secret: 'svc_app_secret' }, 'invalid_request'],
  ])('%s', async (_, given, error) => {
    const { status, headers } = await flowOf().ask(given);
    expect(status).toBe(302);
    expect(answerOf(headers['location'])).toEqual({
      to: REDIRECT_URI,
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'some state/of=the&app',
      iss: BASE_URL,
    });
  });

  test('a scope that a viewer lacks', async () => {
    const viewer = await signIn(stores, account.accountId, { role: 'viewer' });
    const { headers } = await flowOf(app, viewer.cookies).ask({ scope: 'write' });
    expect(answerOf(headers['location'])).toMatchObject({ error: 'invalid_scope' });
  });
});
