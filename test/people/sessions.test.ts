/** Tests browser sessions: how they start, how long they last, how they end, and their cookies. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, HOUR, MINUTE, SECOND } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { membershipStore } from '../../lambdas/people/members/membership-store.ts';
import { sessionCookie, sessionOfCookies } from '../../lambdas/auth/sessions/session-cookie.ts';
import { sessionPrincipalStore } from '../../lambdas/auth/sessions/session-principal-store.ts';
import { sessionStore } from '../../lambdas/auth/sessions/session-store.ts';
import { holderId, parseSession, type SessionReference } from '../../lambdas/auth/sessions/session.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { newSessionCookie, signIn } from '../support/samples/people.ts';
import { BASE_URL, handlersOn } from '../support/service/handlers.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');
const origin = { origin: BASE_URL };

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let accountId: string;
let key: string;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  ({ accountId, key } = await newAccount(stores));
});

/** Returns the cookies that a browser sends back after receiving these `Set-Cookie` headers. */
const sent = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0] ?? '');
const session = async (credential: string) =>
  sent((await call('createSession', { key: credential })).cookies);

describe('a management key session', () => {
  test("uses a cookie that scripts can't read and other websites can't send", async () => {
    const { status, cookies, text, headers } = await call('createSession', { key });
    expect([status, text, headers['cache-control']]).toEqual([204, '', 'no-store']);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-svc-session=[\w.-]+; Secure; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
      ),
    ]);
    expect(cookies[0]).not.toContain(key);
  });

  test("has the key's permissions and appears as the key in GET /v1/me", async () => {
    const reader = await newKey(stores, accountId, 'management', { scopes: ['read'] });
    const cookies = await session(reader.key);
    expect((await call('getMe', { cookies })).body).toEqual({
      type: 'key',
      id: reader.id,
      name: 'Test',
      scopes: ['read'],
      account: { id: accountId, name: 'Test', plan: 'pro', time_zone: null },
    });
    expect((await call('listForms', { cookies })).status).toBe(200);
    expect((await call('createForm', { cookies, headers: origin, body: { name: 'A' } })).status).toBe(403);
  });

  test('ends when the key is revoked', async () => {
    const other = await newKey(stores, accountId, 'management');
    const cookies = await session(other.key);
    expect((await call('listForms', { cookies })).status).toBe(200);
    await call('revokeApiKey', { key, path: { id: other.id } });
    expect((await call('listForms', { cookies })).status).toBe(401);
  });

  test('ends when the key expires', async () => {
    const expires_at = new Date(Date.now() + HOUR).toISOString();
    const cookies = await session((await newKey(stores, accountId, 'management', { expires_at })).key);
    expect(await findAt(cookies, Date.now() + HOUR - MINUTE)).toBeDefined();
    expect(await findAt(cookies, Date.now() + HOUR)).toBeUndefined();
  });

  test("can't be started by another website", async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await call('createSession', { key, headers });
    expect([response.status, response.cookies]).toEqual([403, []]);
    expect((await call('createSession', { key, headers: origin })).status).toBe(204);
  });
});

/** Returns the caller that the service identifies from these cookies at the given time. */
function findAt(cookies: readonly string[], at: number) {
  return sessionPrincipalStore(stores.db, stores.tables, () => at).find(referenceOf(cookies));
}
function referenceOf(cookies: readonly string[]): SessionReference {
  return parseSession(sessionOfCookies(cookies, BASE_URL) ?? '')!;
}

describe('a member session', () => {
  test('appears as its member in GET /v1/me', async () => {
    const { body: form } = await call('createForm', { key, body: { name: 'Contact' } });
    const limits = { role: 'editor', form_ids: [form.id as string] } as const;
    const { cookies, member } = await signIn(stores, accountId, { ...limits, form_ids: [form.id] });
    expect((await call('getMe', { cookies })).body).toEqual({
      type: 'member',
      id: member.member_id,
      name: member.email,
      scopes: ['read', 'write'],
      account: { id: accountId, name: 'Test', plan: 'pro', time_zone: null },
      member: { email: member.email, role: 'editor', form_ids: [form.id] },
    });
  });

  test("uses the member's new role from the next request on", async () => {
    const { cookies, member } = await signIn(stores, accountId, { role: 'viewer' });
    const create = () => call('createForm', { cookies, headers: origin, body: { name: 'Contact' } });
    expect((await create()).status).toBe(403);
    const path = { id: member.member_id };
    expect((await call('updateMember', { key, path, body: { role: 'editor' } })).status).toBe(200);
    expect((await create()).status).toBe(201);
    await call('updateMember', { key, path, body: { role: 'viewer' } });
    expect((await create()).status).toBe(403);
  });

  test("ends when the member is removed and isn't restored by a new invitation", async () => {
    const { cookies, member, identity } = await signIn(stores, accountId);
    expect((await call('removeMember', { key, path: { id: member.member_id } })).status).toBe(204);
    expect((await call('listForms', { cookies })).status).toBe(401);
    expect(identity.sub).toBeDefined();
    await signIn(stores, accountId, { email: member.email });
    expect((await call('listForms', { cookies })).status).toBe(401);
  });

  test('needs one read of three items and at most one write every five minutes', async () => {
    const { member } = await signIn(stores, accountId);
    const cookies = [await newSessionCookie(stores, member, AT)];
    const principals = (at: number) => sessionPrincipalStore(stores.db, stores.tables, () => at);
    const use = async (at: number) => {
      const found = await principals(at).find(referenceOf(cookies));
      if (found) await principals(at).touch(found.session);
      return (await stored(cookies))?.['last_used_at'];
    };
    expect(await use(AT + 5 * MINUTE - 1)).toBe('2026-11-05T10:20:30.400Z');
    expect(await use(AT + 5 * MINUTE)).toBe('2026-11-05T10:25:30.400Z');
  });

  test('ends after twelve hours without a request', async () => {
    const { member } = await signIn(stores, accountId);
    const cookies = [await newSessionCookie(stores, member, AT)];
    expect(await findAt(cookies, AT + 12 * HOUR - 1)).toBeDefined();
    expect(await findAt(cookies, AT + 12 * HOUR)).toBeUndefined();
  });

  test('ends after seven days even if it is in use', async () => {
    const { member } = await signIn(stores, accountId);
    const cookies = [await newSessionCookie(stores, member, AT)];
    let at = AT;
    for (; at < AT + 7 * DAY; at += 11 * HOUR) {
      const principals = sessionPrincipalStore(stores.db, stores.tables, () => at);
      const found = await principals.find(referenceOf(cookies));
      await principals.touch(found!.session);
    }
    expect((await stored(cookies))?.['expires_at']).toBe((AT + 7 * DAY - 400) / SECOND);
    expect(await findAt(cookies, AT + 7 * DAY - 1)).toBeDefined();
    expect(await findAt(cookies, AT + 7 * DAY)).toBeUndefined();
  });

  test("isn't restored by a request that was in flight when it ended", async () => {
    const { member } = await signIn(stores, accountId);
    const cookies = [await newSessionCookie(stores, member, AT)];
    const principals = sessionPrincipalStore(stores.db, stores.tables, () => AT + HOUR);
    const found = await principals.find(referenceOf(cookies));
    await sessionStore(stores.db, stores.tables.sessions).end(referenceOf(cookies));
    await principals.touch(found!.session);
    expect(await stored(cookies)).toBeUndefined();
  });

  test("is stored without the cookie's secret", async () => {
    const { cookies } = await signIn(stores, accountId);
    const secret = cookies[0]!.split('.').at(-1)!;
    expect(JSON.stringify(await stored(cookies))).not.toContain(secret);
  });
});

async function stored(cookies: readonly string[]) {
  const { holder, session_hash } = referenceOf(cookies);
  const Key = { holder_id: holderId(holder), session_hash };
  return (await stores.db.send(new GetCommand({ TableName: stores.tables.sessions, Key }))).Item;
}

describe('signing out', () => {
  test('ends the session, deletes its cookie, and keeps other sessions', async () => {
    const { cookies, member } = await signIn(stores, accountId);
    const elsewhere = [await newSessionCookie(stores, member)];
    const response = await call('signOut', { cookies, headers: origin });
    expect([response.status, response.cookies]).toEqual([
      204,
      ['__Host-svc-session=; Secure; Path=/; HttpOnly; SameSite=Strict; Max-Age=0'],
    ]);
    expect((await call('listForms', { cookies })).status).toBe(401);
    expect((await call('listForms', { cookies: elsewhere })).status).toBe(200);
    expect((await call('signOut', { cookies, headers: origin })).status).toBe(204);
  });

  test('is refused if requested from another website', async () => {
    const { cookies } = await signIn(stores, accountId);
    for (const origin of ['null', 'https://evil.example'])
      expect((await call('signOut', { cookies, headers: { origin } })).status).toBe(403);
    expect((await call('signOut', { cookies })).status).toBe(403);
    expect((await call('listForms', { cookies })).status).toBe(200);
  });

  test('on all devices is allowed only for owners, and the member can sign in again', async () => {
    const { cookies, member } = await signIn(stores, accountId);
    const elsewhere = [await newSessionCookie(stores, member)];
    const path = { id: member.member_id };
    expect((await call('endMemberSessions', { key, path })).status).toBe(204);
    for (const ended of [cookies, elsewhere])
      expect((await call('listForms', { cookies: ended })).status).toBe(401);
    expect((await call('listForms', { cookies: [await newSessionCookie(stores, member)] })).status).toBe(200);
    expect((await call('endMemberSessions', { key, path: { id: 'mem_0' } })).status).toBe(404);
  });
});

test('an owner can create any key until they lose that role', async () => {
  const { cookies, member } = await signIn(stores, accountId, { role: 'owner' });
  await signIn(stores, accountId, { role: 'owner' });
  const mint = (type: string) =>
    call('createApiKey', { cookies, headers: origin, body: { type, name: 'Website' } });
  expect((await mint('submission')).body).toMatchObject({ created_by: member.member_id });
  expect((await mint('management')).status).toBe(201);
  await membershipStore(stores.db, stores.tables).change(accountId, member.member_id, { role: 'editor' });
  expect((await mint('submission')).status).toBe(403);
});

test('a suspension applies from the next request until the suspension ends', async () => {
  const { cookies } = await signIn(stores, accountId);
  const update = (UpdateExpression: string, values?: Record<string, string>) =>
    stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression,
        ...(values && { ExpressionAttributeValues: values }),
      }),
    );
  await update('SET suspended_at = :now', { ':now': '2026-11-05T10:20:30.400Z' });
  expect((await call('listForms', { cookies })).body.type).toBe(`${BASE_URL}/problems/account-suspended`);
  await update('REMOVE suspended_at');
  expect((await call('listForms', { cookies })).status).toBe(200);
});

describe('the session cookie', () => {
  const SAFARI =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
  const CHROME =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

  test('has a plain name only in Safari over http, because Safari would drop a prefixed cookie there', () => {
    const cookie = (baseUrl: string, userAgent?: string) => sessionCookie('x', { baseUrl, userAgent });
    expect(cookie('http://127.0.0.1:3000', SAFARI)).toMatch(
      /^svc-session=x; Path=\/; HttpOnly; SameSite=Strict;/,
    );
    for (const [baseUrl, userAgent] of [
      ['http://127.0.0.1:3000', CHROME],
      ['http://127.0.0.1:3000', undefined],
      ['https://forms.example', SAFARI],
    ] as const)
      expect(cookie(baseUrl, userAgent)).toMatch(/^__Host-svc-session=x; Secure;/);
  });

  test('is ignored over https if it has a plain name', () => {
    expect(sessionOfCookies(['svc-session=x'], 'https://forms.example')).toBeUndefined();
    expect(sessionOfCookies(['a=b', 'svc-session=x'], 'http://localhost:3000')).toBe('x');
    expect(sessionOfCookies(['svc-session=x', '__Host-svc-session=y'], 'http://localhost:3000')).toBe('y');
    expect(sessionOfCookies(undefined, 'https://forms.example')).toBeUndefined();
  });

  test('identifies no member if it is malformed', () => {
    const member = { account_id: 'acc_0123456789AB', member_id: 'mem_01KQ4S0D80T7H2W5J9R3X6M8QC' };
    const secret = Buffer.from(systemRandom(32)).toString('base64url');
    expect(parseSession(`${member.account_id}.${member.member_id}.${secret}`)?.holder).toEqual(member);
    for (const wrong of [
      '',
      '.',
      `${member.account_id}.${member.member_id}.`,
      `x.${secret}`,
      `${secret}.${secret}`,
    ])
      expect(parseSession(wrong)).toBeUndefined();
  });
});
