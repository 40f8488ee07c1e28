/**
 * Tests which callers each operation allows, using the handwritten table in `authorization-table.ts`. A new operation
 * fails until someone adds its callers.
 */
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { newAccessToken } from '../../lambdas/auth/access-token.ts';
import { newApiKey } from '../../lambdas/auth/keys/api-key.ts';
import { HOUR, SECOND } from '../../lambdas/core/clock.ts';
import { parseCredential } from '../../lambdas/auth/principal.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { Scope } from '../../lambdas/core/scope.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { handlersOn, type Answered, type SentToOperation } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { type Expected, EXPECTED } from './authorization-table.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let ours: Everything;
let theirs: TestAccount;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, { EMAIL_ENABLED: 'true' });
  // This test sends no e-mails.
  delete process.env['EMAILS_QUEUE_URL'];
  theirs = await newAccount(stores);
});
afterAll(() => stores.stop());

/** Creates the resources for an operation. Operations that delete data get new resources. */
async function createResources(): Promise<void> {
  ours = await makeEverything(stores, call);
}

const shared = new Map<string, Promise<Everything>>();
/**
 * Shares one test account among operations that read and another among operations that change data. Calls
 * with this account's ids add rows to the other account's audit log.
 */
async function useShared(kind: 'read' | 'changed'): Promise<void> {
  const account = shared.get(kind) ?? makeEverything(stores, call);
  shared.set(kind, account);
  ours = await account;
}

const kept = new Map<string, Promise<string>>();
/** Creates each kind of key only once per account, because no call changes the key. */
function keyOnce(kind: string, make: () => Promise<string>): Promise<string> {
  const name = `${ours.accountId} ${kind}`;
  const key = kept.get(name) ?? make();
  kept.set(name, key);
  return key;
}

/** Calls the operation on our test account's resources with the given credential. */
async function callWith(operation: Operation, key?: string, sent: SentToOperation = {}): Promise<Answered> {
  const body = ours.bodyOf(operation);
  return call(operation.name as OperationName, {
    path: ours.pathOf(operation),
    key,
    ...(body !== undefined && { body }),
    ...sent,
  });
}

function revokedKey(type: 'submission' | 'management'): Promise<string> {
  return keyOnce(`revoked ${type}`, async () => {
    const { id, key } = await newKey(stores, ours.accountId, type);
    expect((await call('revokeApiKey', { key: ours.key, path: { id } })).status).toBe(204);
    return key;
  });
}

const submissionKey = (): Promise<string> =>
  keyOnce('submission', async () => (await newKey(stores, ours.accountId, 'submission')).key);
const managementKey = (granted: Scope[]): Promise<string> =>
  keyOnce(
    `management ${granted.join()}`,
    async () => (await newKey(stores, ours.accountId, 'management', { scopes: granted })).key,
  );

const scopes = ['ingest', 'read', 'write', 'admin'] as const;

/** Returns a key that has just expired. */
function expiredKey(type: 'submission' | 'management'): Promise<string> {
  const expires_at = new Date(Date.now() - SECOND).toISOString();
  return keyOnce(
    `expired ${type}`,
    async () => (await newKey(stores, ours.accountId, type, { expires_at })).key,
  );
}

async function tokenOf(key: string, granted: readonly Scope[], at = Date.now()): Promise<string> {
  const credential = parseCredential(`Bearer ${key}`)!;
  const { token, stored } = newAccessToken(
    { key_hash: credential.hash, key_id: '' },
    granted,
    at,
    systemRandom,
  );
  await stores.db.send(new PutCommand({ TableName: stores.tables.accessTokens, Item: stored }));
  return token;
}

const unknownKey = (type: 'submission' | 'management') =>
  newApiKey({ account_id: 'acc_0', cursor_key: '' }, { type, name: '' }, Date.now(), systemRandom).key;
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
const without = (scope: Scope): Scope[] => scopes.filter((each) => each !== scope);

function problem(status: number, slug: string, challenge?: string) {
  return {
    status,
    body: { type: `http://api.test/problems/${slug}`, status },
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': expect.any(String),
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    },
  };
}
const unauthorized = problem(401, 'unauthorized', 'Bearer');
const invalidToken = problem(401, 'unauthorized', 'Bearer error="invalid_token"');
const invalidKey = problem(403, 'invalid-key');
/** The agent endpoint tells clients where to get a token. */
const MCP_CHALLENGE =
  'resource_metadata="http://api.test/.well-known/oauth-protected-resource/mcp", scope="read write"';
const unauthorizedOf = ({ access }: Operation) =>
  access === 'agent' ? problem(401, 'unauthorized', `Bearer ${MCP_CHALLENGE}`) : unauthorized;

/**
 * Returns the ids of our test account's resources that a response contains, except those from the request.
 */
function idsIn({ body }: Answered, operation: Operation): string[] {
  const bodyText = JSON.stringify({ ...body, detail: undefined });
  const sent = JSON.stringify(ours.bodyOf(operation) ?? {});
  return Object.values(ours.resources).filter((id) => bodyText.includes(id) && !sent.includes(id));
}

/**
 * Returns the scopes that a call requires. Inviting or changing viewers also requires `read`, because callers
 * can't grant scopes that they don't have.
 */
function needed({ name }: Operation, scope: Scope): Scope[] {
  if (name === 'inviteMember' || name === 'updateMember') return ['read', scope];
  const [, , ...also] = EXPECTED[name as OperationName];
  return [scope, ...also];
}

/** Checks that the caller isn't refused. */
function expectAllowed({ status }: Answered): void {
  expect([401, 403]).not.toContain(status);
}

interface OfEach {
  /** True if every call should be refused, so that all operations can share one account. */
  readonly refuseAll?: true;
}

/** Defines tests for each operation with this access. Operations that delete data get their own account. */
function describeEach(
  some: readonly Expected[0][],
  tests: (operation: Operation, scope: Scope) => void,
  { refuseAll }: OfEach = {},
): void {
  describe(`for ${some.join(', ')}`, () => {
    if (refuseAll) beforeAll(createResources);
    for (const [name, [access, scope = 'read']] of Object.entries(EXPECTED)) {
      if (!some.includes(access)) continue;
      const operation: Operation = operations[name as OperationName];
      describe(`${operation.method} ${operation.path}`, () => {
        const kind = operation.method === 'GET' ? 'read' : 'changed';
        if (!refuseAll) beforeAll(operation.method === 'DELETE' ? createResources : () => useShared(kind));
        tests(operation, scope);
      });
    }
  });
}

test('covers every operation', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(operations).sort());
});

const mayCall = ['any-key', 'management', 'link', 'caller', 'management-key', 'agent'] as const;
const refusals = (operation: Operation): void => {
  test.each([
    ['no key', () => undefined],
    ['an empty key', () => ''],
    ['a malformed key', () => 'sk_live_0123456789'],
    ['a management key with a wrong checksum', () => mistyped(ours.key)],
    ['a submission key with a wrong checksum', () => mistyped(unknownKey('submission'))],
  ])('refuses %s without any database call', async (__, key) => {
    const aws = mockClient(DynamoDBDocumentClient);
    const response = await callWith(operation, key());
    const calls = aws.calls().length;
    aws.restore();
    expect(response).toMatchObject(unauthorizedOf(operation));
    expect(calls).toBe(0);
  });

  test.each(['Basic YTpi', 'Bearer', 'svc_mgmt_', 'Bearer a b'])(
    'refuses "Authorization: %s"',
    async (header) => {
      const response = await callWith(operation, undefined, { headers: { authorization: header } });
      expect(response).toMatchObject(unauthorizedOf(operation));
    },
  );

  test('checks the key before anything else', async () => {
    const sent = { body: Buffer.from('{'), query: { limit: 'many' }, path: { id: 'x'.repeat(5000) } };
    expect(await callWith(operation, undefined, sent)).toMatchObject(unauthorizedOf(operation));
  });

  test.each(['submission', 'management'] as const)("refuses a %s key that doesn't exist", async (type) => {
    expect(await callWith(operation, unknownKey(type))).toMatchObject(unauthorizedOf(operation));
  });

  test.each(['submission', 'management'] as const)('refuses a revoked %s key', async (type) => {
    expect(await callWith(operation, await revokedKey(type))).toMatchObject(unauthorizedOf(operation));
  });

  test.each(['submission', 'management'] as const)('refuses an expired %s key', async (type) => {
    expect(await callWith(operation, await expiredKey(type))).toMatchObject(unauthorizedOf(operation));
  });
};
describeEach(mayCall, refusals, { refuseAll: true });

describeEach(['any-key', 'management', 'link'], (operation, scope) => {
  test.each(without(scope))('refuses a management key with only the %s scope', async (other) => {
    const key = await managementKey([other]);
    expect(await callWith(operation, key)).toMatchObject(problem(403, 'forbidden'));
  });

  test('refuses a management key that has all the other scopes, and its access tokens', async () => {
    const key = await managementKey(without(scope));
    expect(await callWith(operation, key)).toMatchObject(problem(403, 'forbidden'));
    expect(await callWith(operation, await tokenOf(key, scopes))).toMatchObject(problem(403, 'forbidden'));
  });

  test.each(EXPECTED[operation.name as OperationName].slice(1) as Scope[])(
    'refuses a caller that has every scope except %s, which it needs',
    async (missing) => {
      const challenge = `Bearer error="insufficient_scope", scope="${missing}"`;
      const token = await tokenOf(ours.key, without(missing));
      expect(await callWith(operation, token)).toMatchObject(problem(403, 'forbidden', challenge));
      const key = await managementKey(without(missing));
      expect(await callWith(operation, key)).toMatchObject(problem(403, 'forbidden'));
    },
  );

  test('refuses an expired or unknown access token', async () => {
    const expired = await tokenOf(ours.key, scopes, Date.now() - HOUR);
    expect(await callWith(operation, expired)).toMatchObject(invalidToken);
    const { token } = newAccessToken({ key_hash: '', key_id: '' }, scopes, Date.now(), systemRandom);
    expect(await callWith(operation, token)).toMatchObject(invalidToken);
  });

  test('refuses an access token of a revoked key', async () => {
    expect(await callWith(operation, await tokenOf(await revokedKey('management'), scopes))).toMatchObject(
      invalidToken,
    );
  });

  test('refuses an access token of an expired key', async () => {
    const token = await tokenOf(await expiredKey('management'), scopes);
    expect(await callWith(operation, token)).toMatchObject(invalidToken);
  });

  test("hides the account's resources from another account's key or token", async () => {
    for (const key of [theirs.key, await tokenOf(theirs.key, needed(operation, scope))]) {
      const response = await callWith(operation, key);
      if (/\{(?!locale)/.test(operation.path)) expect(response).toMatchObject(problem(404, 'not-found'));
      else expect(idsIn(response, operation)).toEqual([]);
    }
  });

  test('accepts an access token with only the required scopes', async () => {
    expectAllowed(await callWith(operation, await tokenOf(ours.key, needed(operation, scope))));
  });

  test("accepts a management key that hasn't expired with only the required scopes", async () => {
    const expires_at = new Date(Date.now() + HOUR).toISOString();
    const granted = needed(operation, scope);
    const { key } = await newKey(stores, ours.accountId, 'management', { scopes: granted, expires_at });
    expectAllowed(await callWith(operation, key));
  });

  test('accepts a management key', async () => {
    expectAllowed(await callWith(operation, ours.key));
  });
});

const submissionKeyRefused = (operation: Operation): void => {
  test("refuses the account's submission key and its access tokens", async () => {
    const key = await submissionKey();
    expect(await callWith(operation, key)).toMatchObject(problem(403, 'forbidden'));
    expect(await callWith(operation, await tokenOf(key, scopes))).toMatchObject(problem(403, 'forbidden'));
  });
};
describeEach(['management', 'link'], submissionKeyRefused, { refuseAll: true });

describeEach(['caller'], (operation) => {
  test.each(scopes)('accepts a management key with only the %s scope, and its tokens', async (scope) => {
    const key = await managementKey([scope]);
    expectAllowed(await callWith(operation, key));
    expectAllowed(await callWith(operation, await tokenOf(key, scopes)));
  });
});

describeEach(['management-key'], (operation) => {
  test.each(scopes)('accepts a management key with only the %s scope', async (scope) => {
    const key = await managementKey([scope]);
    expectAllowed(await callWith(operation, key));
  });

  test('refuses access tokens and submission keys', async () => {
    const key = await submissionKey();
    for (const credential of [key, await tokenOf(key, scopes), await tokenOf(ours.key, scopes)]) {
      expect(await callWith(operation, credential)).toMatchObject(problem(403, 'forbidden'));
    }
  });
});

describeEach(['agent'], (operation) => {
  test.each(scopes)('accepts a management key with only the %s scope', async (scope) => {
    const key = await managementKey([scope]);
    expectAllowed(await callWith(operation, key));
  });

  test('refuses submission keys', async () => {
    expect(await callWith(operation, await submissionKey())).toMatchObject(problem(403, 'forbidden'));
  });

  test('refuses access tokens that were issued for the management API', async () => {
    const refused = problem(401, 'unauthorized', `Bearer error="invalid_token", ${MCP_CHALLENGE}`);
    expect(await callWith(operation, await tokenOf(ours.key, scopes))).toMatchObject(refused);
  });
});

describeEach(['session'], (operation) => {
  test('refuses all callers without its cookie, even if they send a key', async () => {
    for (const key of [undefined, ours.key]) {
      expect(await callWith(operation, key)).toMatchObject(unauthorized);
    }
  });
});

describeEach(['any-key', 'caller'], (operation) => {
  test("accepts the account's submission key", async () => {
    expectAllowed(await callWith(operation, await submissionKey()));
  });
});

describeEach(['ingest'], (operation) => {
  test("accepts any caller, including the account's keys that can submit and their access tokens", async () => {
    const key = await submissionKey();
    for (const credential of [
      undefined,
      key,
      await tokenOf(key, ['ingest']),
      await tokenOf(ours.key, ['ingest']),
      ours.key,
      await managementKey(['ingest']),
      await managementKey(['write']),
    ]) {
      expectAllowed(await callWith(operation, credential));
    }
  });

  test.each<[string, () => string | Promise<string>]>([
    ['an empty key', () => ''],
    ['a malformed key', () => 'sk_live_0123456789'],
    ['a key with a wrong checksum', () => mistyped(unknownKey('submission'))],
    ['an unknown key', () => unknownKey('submission')],
    ['a revoked key', () => revokedKey('submission')],
    ['an expired key', () => expiredKey('submission')],
    ['a token of an expired key', async () => tokenOf(await expiredKey('submission'), scopes)],
    ["another account's key", async () => (await newKey(stores, theirs.accountId, 'submission')).key],
    ['a management key that may only read', () => managementKey(['read'])],
    ['a management key that may neither post nor change forms', () => managementKey(['read', 'admin'])],
    ["another account's management key", () => theirs.key],
    ['an expired management key', () => expiredKey('management')],
    ['a token with another scope', () => tokenOf(ours.key, without('ingest'))],
    ['an expired token', () => tokenOf(ours.key, scopes, Date.now() - HOUR)],
    ['a token of a revoked key', async () => tokenOf(await revokedKey('submission'), scopes)],
    ["another account's token", () => tokenOf(theirs.key, scopes)],
  ])('refuses %s', async (__, key) => {
    expect(await callWith(operation, await key())).toMatchObject(invalidKey);
  });

  test('refuses any other authorization scheme', async () => {
    const headers = { authorization: 'Basic YTpi' };
    expect(await callWith(operation, undefined, { headers })).toMatchObject(invalidKey);
  });
});

describeEach(['public'], (operation) => {
  test('accepts any caller and ignores keys', async () => {
    const { status } = await callWith(operation);
    for (const key of ['nonsense', mistyped(ours.key), theirs.key]) {
      expect((await callWith(operation, key)).status).toBe(status);
    }
  });
});
