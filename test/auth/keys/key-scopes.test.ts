/**
 * Tests keys with fewer scopes or an earlier expiry: how they're created and returned, and how keys created
 * with them are revoked.
 */
import { HOUR } from '../../../lambdas/core/clock.ts';
import type { OperationName } from '../../../lambdas/api/operations.ts';
import { newAccount, newKey } from '../../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../../support/samples/one-of-everything.ts';
import { handlersOn, type Answered } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let ours: Everything;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const mint = (key: string, body: object): Promise<Answered> =>
  call('createApiKey', { key, body: { name: 'Test', ...body } });
const keyWith = (...scopes: ('ingest' | 'read' | 'write' | 'admin')[]) =>
  newKey(stores, ours.accountId, 'management', { scopes });
const revoke = (id: string, query?: Record<string, string>, key = ours.key): Promise<Answered> =>
  call('revokeApiKey', { key, path: { id }, ...(query && { query }) });
const tokenOf = async ({ id, key }: { id: string; key: string }, scope?: string): Promise<string> => {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: key };
  const { body } = await call('issueToken', {
    body: new URLSearchParams({ ...form, ...(scope && { scope }) }),
  });
  return body.access_token;
};
const isLive = async (key: string): Promise<boolean> => {
  const { status } = await call('getUsage', { key });
  expect([200, 401, 403]).toContain(status);
  return status !== 401;
};
const problem = (status: number, slug: string) => ({
  status,
  body: { type: `http://api.test/problems/${slug}` },
});

describe('minting', () => {
  beforeAll(async () => {
    ours = await makeEverything(stores, call);
  });

  test('gives a key the requested scopes and expiry', async () => {
    const { status, body } = await mint(ours.key, {
      type: 'management',
      scopes: ['write', 'read', 'read'],
      expires_at: '2999-01-01T01:00:00+01:00',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ scopes: ['read', 'write'], expires_at: '2999-01-01T00:00:00.000Z' });
    expect((await call('listForms', { key: body.key })).status).toBe(200);
    expect(await mint(body.key, { type: 'submission' })).toMatchObject(problem(403, 'forbidden'));
  });

  test('gives a key all the scopes of its type when none are requested', async () => {
    const management = await mint(ours.key, { type: 'management', expires_at: null });
    expect(management.body.scopes).toEqual(['ingest', 'read', 'write', 'admin']);
    expect((await mint(ours.key, { type: 'submission' })).body.scopes).toEqual(['ingest']);
  });

  test.each([
    ['a scope', { type: 'management', scopes: ['read', 'write'] }],
    ["any of its type's default scopes", { type: 'management' }],
    ['ingest', { type: 'submission' }],
  ])('refuses a key without %s', async (_, body) => {
    const { key } = await keyWith('read', 'admin');
    expect(await mint(key, body)).toMatchObject(problem(403, 'forbidden'));
    expect((await mint(key, { type: 'management', scopes: ['read'] })).status).toBe(201);
  });

  test('refuses a token if only its key has the required scopes', async () => {
    const token = await tokenOf(await keyWith('read', 'write', 'admin'), 'admin');
    const refused = await mint(token, { type: 'management', scopes: ['admin', 'write'] });
    expect(refused).toMatchObject(problem(403, 'forbidden'));
    expect((await mint(token, { type: 'management', scopes: ['admin'] })).status).toBe(201);
  });

  test('never creates a key that outlives the key that created it', async () => {
    ours = await makeEverything(stores, call);
    const end = later(HOUR);
    const minter = await newKey(stores, ours.accountId, 'management', { expires_at: end });
    for (const key of [minter.key, await tokenOf(minter)]) {
      for (const expires_at of [later(HOUR + 60_000), null]) {
        const refused = await mint(key, { type: 'management', expires_at });
        expect(refused).toMatchObject(problem(422, 'validation-failed'));
        expect(refused.body.errors).toEqual([{ path: 'expires_at', message: expect.stringContaining(end) }]);
      }
      expect((await mint(key, { type: 'management' })).body.expires_at).toBe(end);
      const sooner = later(HOUR / 2);
      expect((await mint(key, { type: 'submission', expires_at: sooner })).body.expires_at).toBe(sooner);
    }
  });

  test('records which key created a key, even for requests with a token, and null for keys created by the operator', async () => {
    ours = await makeEverything(stores, call);
    const minter = await keyWith('read', 'admin');
    const minted = await mint(await tokenOf(minter), { type: 'management', scopes: ['read'] });
    expect(minted.body.created_by).toBe(minter.id);
    const { data } = (await call('listApiKeys', { key: ours.key })).body;
    expect(data.find(({ id }: { id: string }) => id === minter.id).created_by).toBeNull();
  });
});

describe('a caller without the read scope', () => {
  beforeEach(async () => {
    ours = await makeEverything(stores, call);
  });

  test.each<[OperationName, object]>([
    ['updateForm', { name: 'Changed' }],
    ['updateForm', {}],
    ['updateSubmission', { status: 'spam' }],
    ['updateSubmission', { status: 'received' }],
    ['updateWebhook', { enabled: false }],
    ['deleteWebhook', {}],
  ])('gets a 204 from %s %j', async (name, body) => {
    const { key } = await keyWith('write');
    const { operations } = await import('../../../lambdas/api/operations.ts');
    const path = ours.pathOf(operations[name]);
    const response = await call(name, { key, path, ...(operations[name].method === 'PATCH' && { body }) });
    expect(response).toMatchObject({ status: 204, text: '' });
  });

  test('gets a tag that contains only the version and works for the next change', async () => {
    const { key } = await keyWith('write');
    const { operations } = await import('../../../lambdas/api/operations.ts');
    const sent = { key, path: ours.pathOf(operations.updateForm) };
    const first = await call('updateForm', { ...sent, body: { name: 'Changed' } });
    expect(first.headers['etag']).toMatch(/^"\d+\."$/);
    const headers = { 'if-match': first.headers['etag']! };
    expect((await call('updateForm', { ...sent, headers, body: { name: 'Again' } })).status).toBe(204);
    expect((await call('updateForm', { ...sent, headers, body: { name: 'Late' } })).status).toBe(412);
    const made = await call('createForm', { key, body: { name: 'Another' } });
    expect(made.headers['etag']).toMatch(/^"\d+\."$/);
  });

  test('gets the ids of created resources and the secrets that are shown only once', async () => {
    const { key } = await keyWith('write', 'admin');
    const form = await call('createForm', { key, body: { name: 'Another' } });
    expect(form).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^frm_/) } });
    expect(Object.keys(form.body)).toEqual(['id']);
    const minted = await mint(key, { type: 'management', scopes: ['write'] });
    expect(minted.status).toBe(201);
    expect(minted.body).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^svc_mgmt_/),
    });
    expect(minted.headers['cache-control']).toBe('no-store');
  });

  test('gets errors that reveal nothing about stored data', async () => {
    const { key } = await keyWith('write');
    const id = ours.resources['forms']!;
    await call('updateForm', { key: ours.key, path: { id }, body: { status: 'paused' } });
    const response = await call('updateForm', { key, path: { id }, body: { status: 'draft' } });
    expect(response).toMatchObject(problem(409, 'conflict'));
    expect(response.text).not.toContain('paused');
  });

  test("can't read anything; a token's error names the required scope", async () => {
    const response = await call('listForms', { key: await tokenOf(await keyWith('write')) });
    expect(response).toMatchObject(problem(403, 'forbidden'));
    expect(response.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="read"');
  });
});

describe('revoking a key and the keys it created', () => {
  interface Minted {
    readonly id: string;
    readonly key: string;
  }
  let leaked: Minted;
  let child: Minted;
  let grandchild: Minted;
  let other: Minted;

  beforeEach(async () => {
    ours = await makeEverything(stores, call);
    const scopes = ['read', 'admin'];
    leaked = (await mint(ours.key, { type: 'management', scopes })).body;
    child = (await mint(leaked.key, { type: 'management', scopes })).body;
    grandchild = (await mint(await tokenOf(child), { type: 'management', scopes })).body;
    other = (await mint(ours.key, { type: 'management', scopes })).body;
  });
  const alive = async () => Promise.all([leaked, child, grandchild, other].map(({ key }) => isLive(key)));

  test('keeps the created keys unless requested otherwise', async () => {
    expect((await revoke(leaked.id)).status).toBe(204);
    expect(await alive()).toEqual([false, true, true, true]);
    expect((await revoke(child.id, { cascade: 'false' })).status).toBe(204);
    expect(await alive()).toEqual([false, false, true, true]);
  });

  test('revokes all descendants at once but no other keys', async () => {
    expect((await revoke(leaked.id, { cascade: 'true' })).status).toBe(204);
    expect(await alive()).toEqual([false, false, false, true]);
    expect((await revoke(leaked.id, { cascade: 'true' })).status).toBe(204);
  });

  test('includes keys that an already revoked key created', async () => {
    await revoke(leaked.id);
    await revoke(child.id);
    expect((await revoke(leaked.id, { cascade: 'true' })).status).toBe(204);
    expect(await alive()).toEqual([false, false, false, true]);
  });

  test('revokes nothing if no permanent admin key would remain', async () => {
    const first = (await call('listApiKeys', { key: ours.key })).body.data.at(-1);
    // Keys created by the operator aren't descendants of the first key.
    for (const { id, created_by } of (await call('listApiKeys', { key: ours.key })).body.data) {
      if (created_by === null && id !== first.id) await revoke(id);
    }
    const refused = await revoke(first.id, { cascade: 'true' });
    expect(refused).toMatchObject(problem(409, 'conflict'));
    expect(await alive()).toEqual([true, true, true, true]);
    expect(await isLive(ours.key)).toBe(true);
  });

  test('leaves no descendant active if the leaked key creates a key at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      ours = { ...ours, ...(await newAccount(stores)) };
      leaked = (await mint(ours.key, { type: 'management' })).body;
      const minting = [0, 1, 2].map(() => mint(leaked.key, { type: 'submission' }));
      expect((await revoke(leaked.id, { cascade: 'true' })).status).toBe(204);
      await Promise.all(minting);
      const { data } = (await call('listApiKeys', { key: ours.key })).body;
      const below = data.filter(({ created_by }: { created_by: string }) => created_by === leaked.id);
      expect(below.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null)).toEqual(
        [],
      );
    }
  });

  test.each<Record<string, string>>([{ cascade: 'yes' }, { cascade: '' }, { all: 'true' }])(
    'refuses the query %j',
    async (query) => {
      expect(await revoke(leaked.id, query)).toMatchObject(problem(422, 'validation-failed'));
      expect(await isLive(leaked.key)).toBe(true);
    },
  );
});

describe('the key an account must keep', () => {
  beforeEach(async () => {
    const account = await newAccount(stores);
    ours = { ...ours, ...account };
  });
  const firstId = async (): Promise<string> =>
    (await call('listApiKeys', { key: ours.key })).body.data.at(-1).id;

  test.each([
    ['a key that expires', { expires_at: '2999-01-01T00:00:00.000Z' }],
    ['a key without the admin scope', { scopes: ['ingest', 'read', 'write'] }],
  ])("is the last admin key that doesn't expire: %s does not count", async (_, given) => {
    const { body } = await mint(ours.key, { type: 'management', ...given });
    expect(await revoke(await firstId())).toMatchObject(problem(409, 'conflict'));
    expect((await revoke(body.id)).status).toBe(204);
  });

  test("can be any other admin key that doesn't expire", async () => {
    await mint(ours.key, { type: 'management', scopes: ['admin'] });
    expect((await revoke(await firstId())).status).toBe(204);
  });
});
