/**
 * Tests the answer on the consent page: the redirect to the app, the permissions and the forms that it grants.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { hiddenFields, REDIRECT_URI } from '../support/samples/apps.ts';
import { newSessionCookie, signIn } from '../support/samples/people.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { stores, call, account, owner, app, publicApp, flowOf, answerOf } from './consent-fixture.ts';

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
