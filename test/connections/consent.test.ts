/** Tests app authorization: the consent page, the member's decision, and refused requests. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { appFlow, hiddenFields, newTestApp, REDIRECT_URI, type TestApp } from '../support/samples/apps.ts';
import { newSessionCookie, signIn, type SignedIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let owner: SignedIn;
let app: TestApp;
let publicApp: TestApp;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await newAccount(stores);
  owner = await signIn(stores, account.accountId, { role: 'owner', email: 'ann@example.com' });
  app = await newTestApp(stores, account.accountId, { name: 'Flows & Co' });
  publicApp = await newTestApp(stores, 'installation', {
    name: 'Tool',
    type: 'public',
    redirect_uris: [REDIRECT_URI, 'http://127.0.0.1/done', 'https://platform.example/with?own=query'],
  });
});
afterAll(() => stores.stop());

const flowOf = (of: TestApp = app, cookies = owner.cookies) => appFlow(call, of, cookies);
/** Returns the parameters of the redirect to the app, except those that vary. */
const answerOf = (location = ''): Record<string, string> => {
  const { origin, pathname, searchParams } = new URL(location);
  return { to: `${origin}${pathname}`, ...Object.fromEntries(searchParams) };
};

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

describe('the answer', () => {
  test("redirects to the app with a code, the app's state, and the issuer", async () => {
    expect(answerOf((await flowOf().allow()).href)).toEqual({
      to: REDIRECT_URI,
      code: expect.stringMatching(/^svc_ac_[0-9A-Za-z]{38}$/),
      state: 'some state/of=the&app',
      iss: BASE_URL,
    });
  });

  test('has no state if the app sent none', async () => {
    expect((await flowOf().allow({ state: '' })).searchParams.has('state')).toBe(false);
  });

  test('omits parameters that the app sent without a value (RFC 6749, section 3.1)', async () => {
    const flow = flowOf();
    const empty = { state: '', response_mode: '', scope: '', client_secret: '' };
    const { text } = await call('askConsent', {
      query: { ...flow.request, ...empty },
      cookies: owner.cookies,
    });
    const { status, headers } = await flow.answer({ ...hiddenFields(text), decision: 'allow' });
    expect([status, answerOf(headers['location'])]).toEqual([
      303,
      { to: REDIRECT_URI, code: expect.any(String), iss: BASE_URL },
    ]);
  });

  test("keeps the redirect URI's query, and any port on localhost", async () => {
    const own = await flowOf(publicApp).allow({ redirect_uri: 'https://platform.example/with?own=query' });
    expect(own.href).toMatch(/^https:\/\/platform\.example\/with\?own=query&code=/);
    const loopback = await flowOf(publicApp).allow({ redirect_uri: 'http://127.0.0.1:49152/done' });
    expect(loopback.href).toMatch(/^http:\/\/127\.0\.0\.1:49152\/done\?code=/);
  });

  test("redirects with 303 and doesn't leak the URL", async () => {
    const flow = flowOf();
    const fields = hiddenFields((await flow.ask()).text);
    const { status, headers } = await flow.answer({ ...fields, decision: 'deny' });
    expect(status).toBe(303);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answerOf(headers['location'])).toMatchObject({ error: 'access_denied', iss: BASE_URL });
  });

  test('is recorded in the audit log with the member and the connection, unless it is a refusal', async () => {
    await flowOf().allow();
    const { body } = await call('listAuditLog', { key: account.key, query: { action: 'answerConsent' } });
    expect(body.data[0]).toMatchObject({
      actor: { type: 'member', id: owner.member.member_id, name: 'ann@example.com' },
      action: 'answerConsent',
      target: { type: 'connection', id: expect.stringMatching(/^con_[0-9A-Z]{38}$/) },
      outcome: 'completed',
    });
    const before = body.data.length as number;
    const flow = flowOf();
    await flow.answer({ ...hiddenFields((await flow.ask()).text), decision: 'deny' });
    const after = await call('listAuditLog', { key: account.key, query: { action: 'answerConsent' } });
    expect(after.body.data).toHaveLength(before);
  });

  test.each([
    ['another website', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a sibling host of the service', { origin: 'http://api.test:8080' }],
    ['nowhere', {}],
  ])('is refused from %s', async (_, headers) => {
    const flow = flowOf();
    const fields = hiddenFields((await flow.ask()).text);
    const response = await flow.answer({ ...fields, decision: 'allow' }, headers as { origin: string });
    expect([response.status, response.headers['location']]).toEqual([403, undefined]);
  });

  test.each([
    ['no token', { token: '' }, 403],
    ['a made-up token', { token: `abc.${'A'.repeat(43)}` }, 403],
    ['more scopes than were shown', { scope: 'ingest read write' }, 403],
    ['another state', { state: 'of somebody else' }, 403],
    ['no state', { state: '' }, 403],
    ['a different code challenge', { code_challenge: 'b'.repeat(43) }, 403],
    ['a different redirect URI', { redirect_uri: 'https://evil.example/' }, 400],
    ['no decision', { decision: '' }, 403],
    ['another decision', { decision: 'maybe' }, 403],
  ])('is refused with %s', async (_, given, status) => {
    const flow = flowOf();
    const fields = { ...hiddenFields((await flow.ask()).text), decision: 'allow', ...given };
    const response = await flow.answer(fields);
    expect([response.status, response.headers['location']]).toEqual([status, undefined]);
  });

  test('is refused for a different app than the one shown', async () => {
    const fields = hiddenFields((await flowOf().ask()).text);
    const response = await flowOf().answer({ ...fields, client_id: publicApp.clientId, decision: 'allow' });
    expect([response.status, response.headers['location']]).toEqual([403, undefined]);
  });

  test('is refused in a different session, even if it belongs to the same person', async () => {
    const fields = { ...hiddenFields((await flowOf().ask()).text), decision: 'allow' };
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    for (const cookie of [await newSessionCookie(stores, owner.member), ...editor.cookies]) {
      const response = await flowOf(app, [cookie]).answer(fields);
      expect([response.status, response.headers['location']]).toEqual([403, undefined]);
    }
    expect((await flowOf(app, []).answer(fields)).status).toBe(403);
  });

  test("grants only permissions that the member's role still includes", async () => {
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    const flow = flowOf(app, editor.cookies);
    const fields = { ...hiddenFields((await flow.ask()).text), decision: 'allow' };
    await call('updateMember', {
      key: account.key,
      path: { id: editor.member.member_id },
      body: { role: 'viewer' },
    });
    const { headers } = await flow.answer(fields);
    const { body } = await flow.redeem(answerOf(headers['location'])['code'] ?? '');
    expect(body.scope).toBe('read');
  });

  test('grants only permissions that were shown, even if the role has gained more in the meantime', async () => {
    const viewer = await signIn(stores, account.accountId, { role: 'viewer' });
    const flow = flowOf(app, viewer.cookies);
    const fields = { ...hiddenFields((await flow.ask()).text), decision: 'allow' };
    await call('updateMember', {
      key: account.key,
      path: { id: viewer.member.member_id },
      body: { role: 'owner' },
    });
    const { headers } = await flow.answer(fields);
    expect((await flow.redeem(answerOf(headers['location'])['code'] ?? '')).body.scope).toBe('read');
  });

  test('has no effect if the member is removed in the meantime, and neither does its code', async () => {
    const leaver = await signIn(stores, account.accountId, { role: 'editor' });
    const flow = flowOf(app, leaver.cookies);
    const fields = { ...hiddenFields((await flow.ask()).text), decision: 'allow' };
    const code = await flow.code();
    await call('removeMember', { key: account.key, path: { id: leaver.member.member_id } });
    expect((await flow.answer(fields)).headers['location']).toBeUndefined();
    expect((await flow.redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('takes effect for a suspended account only after the suspension ends', async () => {
    const suspended = await newAccount(stores);
    const member = await signIn(stores, suspended.accountId, {
      role: 'owner',
      email: `${randomUUID()}@example.com`,
    });
    const flow = flowOf(publicApp, member.cookies);
    const code = await flow.code();
    const set = (UpdateExpression: string, values?: Record<string, string>) =>
      stores.db.send(
        new UpdateCommand({
          TableName: stores.tables.accounts,
          Key: { account_id: suspended.accountId },
          UpdateExpression,
          ...(values && { ExpressionAttributeValues: values }),
        }),
      );
    await set('SET suspended_at = :now', { ':now': new Date().toISOString() });
    expect((await flow.ask()).status).toBe(403);
    expect((await flow.redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
    await set('REMOVE suspended_at');
    expect((await flow.redeem(code)).status).toBe(200);
  });
});

describe('access to certain forms only', () => {
  const make = async (name: string): Promise<string> =>
    (await call('createForm', { key: account.key, body: { name } })).body.id as string;
  const seenBy = async (key: string): Promise<string[]> =>
    (await call('listForms', { key })).body.data.map(({ id }: { id: string }) => id);
  const allowedWith = async (given: Record<string, string>) => {
    const flow = flowOf();
    const fields = hiddenFields((await flow.ask()).text);
    return flow.answer({ ...fields, decision: 'allow', ...given });
  };

  test('applies to the connection and all of its tokens, and is shown in lists', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    const later = async () => (await call('createForm', { key: account.key, body: { name: 'Later' } })).body;
    const flow = flowOf();
    const { access, refresh } = await flow.connect({}, [first, second]);
    await later();
    expect((await seenBy(access)).toSorted()).toEqual([first, second].toSorted());
    const refreshed = (await flow.refresh(refresh)).body.access_token as string;
    expect((await seenBy(refreshed)).toSorted()).toEqual([first, second].toSorted());
    const me = (await call('getMe', { key: access })).body;
    expect(me.member.form_ids).toEqual([first, second]);
    const { body } = await call('listConnections', { key: account.key });
    expect(body.data.find(({ id }: { id: string }) => id === me.id)).toMatchObject({
      form_ids: [first, second],
    });
  });

  test('never exceeds what the member can access at the time of the request', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    const editor = await signIn(stores, account.accountId, { role: 'editor' });
    const { access } = await flowOf(app, editor.cookies).connect({}, [first, second]);
    const limitTo = (form_ids: string[] | null) =>
      call('updateMember', { key: account.key, path: { id: editor.member.member_id }, body: { form_ids } });
    await limitTo([second]);
    expect(await seenBy(access)).toEqual([second]);
    await limitTo(null);
    expect((await seenBy(access)).toSorted()).toEqual([first, second].toSorted());
  });

  test('is refused if no form is selected', async () => {
    const { status, headers, text } = await allowedWith({ forms: 'chosen' });
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(text).toContain('Choose at least one form');
    expect(await pageFaults(text)).toEqual([]);
  });

  test("is refused for another account's form, a deleted form and a form that the member can't access", async () => {
    const other = await newAccount(stores);
    const foreign = (await call('createForm', { key: other.key, body: { name: 'Foreign' } })).body.id;
    const deleted = await make('Deleted');
    await call('deleteForm', { key: account.key, path: { id: deleted } });
    for (const id of [foreign, deleted]) {
      const { status, headers } = await allowedWith({ forms: 'chosen', [id]: 'on' });
      expect([status, headers['location']]).toEqual([403, undefined]);
    }
    const [mine, hidden] = [await make('Mine'), await make('Hidden')];
    const editor = await signIn(stores, account.accountId, { role: 'editor', form_ids: [mine] });
    const answer = await flowOf(app, editor.cookies).allow({}, [mine, hidden]);
    expect(answer.searchParams.get('status')).toBe('403');
  });

  test('is refused if more forms are selected than the page lists', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`frm_${String(index).padStart(10, '0')}`, 'on']),
    );
    expect((await allowedWith({ forms: 'chosen', ...many })).status).toBe(403);
  });

  test('ignores selected forms if the member chose all forms', async () => {
    const form = await make('Ticked');
    const flow = flowOf();
    const fields = hiddenFields((await flow.ask()).text);
    const { headers } = await flow.answer({ ...fields, forms: 'all', [form]: 'on', decision: 'allow' });
    const { body } = await flow.redeem(answerOf(headers['location'])['code'] ?? '');
    expect((await call('getMe', { key: body.access_token })).body.member.form_ids).toBeNull();
  });

  test('offers the 100 newest forms to choose from', async () => {
    const busy = await newAccount(stores);
    const boss = await signIn(stores, busy.accountId, { role: 'owner' });
    const boxes = async (): Promise<(string | undefined)[]> => {
      const { text } = await flowOf(publicApp, boss.cookies).ask();
      return [...text.matchAll(/type="checkbox" name="(\w+)"/g)].map(([, id]) => id);
    };
    expect(await boxes()).toEqual([]);
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1)
      ids.push((await call('createForm', { key: busy.key, body: { name: `Form ${count}` } })).body.id);
    const { text } = await flowOf(publicApp, boss.cookies).ask();
    expect(text).toContain('Only your 100 newest forms are listed here.');
    expect(await boxes()).toEqual(ids.slice(1).toReversed());
  });
});

test("can't be authorized with one of the account's keys", async () => {
  const { key } = await newKey(stores, account.accountId, 'management');
  const { request } = flowOf();
  const response = await call('askConsent', { key, query: request });
  expect(response.text).not.toContain('decision');
});
