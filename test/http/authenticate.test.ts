import { newAccessToken } from '../../lambdas/auth/access-token.ts';
import { newApiKey } from '../../lambdas/auth/api-key.ts';
import { Forbidden, InsufficientScope, InvalidToken, Unauthorized } from '../../lambdas/core/errors.ts';
import { principalOfKey, type Credential, type Principal } from '../../lambdas/auth/principal.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { authenticate } from '../../lambdas/http/authenticate.ts';

const account = { account_id: 'acc_1', cursor_key: 'secret' };
const keyOf = (type: 'submission' | 'management') =>
  newApiKey(account, { type, name: 'CI' }, 0, systemRandom);

/** Knows one grant, and which lookups were made. */
function grantsOf(grant?: Principal) {
  const lookups: Credential[] = [];
  const find = (bearer: Credential) => {
    lookups.push(bearer);
    return Promise.resolve(grant);
  };
  return { lookups, find };
}

describe('a malformed or mistyped key', () => {
  const { key } = keyOf('management');
  const { token } = newAccessToken(keyOf('management').stored, ['read'], 0, systemRandom);
  const wrongEnd = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', `Basic ${key}`],
    ['no scheme', key],
    ['no key', 'Bearer '],
    ['a foreign key', 'Bearer sk_live_abc'],
    ['a key with a wrong checksum', `Bearer ${wrongEnd(key)}`],
    ['an access token with a wrong checksum', `Bearer ${wrongEnd(token)}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['a key of 10,000 characters', `Bearer svc_mgmt_${'a'.repeat(10_000)}`],
  ])('is refused without a read: %s', async (_, header) => {
    const grants = grantsOf();
    await expect(authenticate(header, 'read', grants)).rejects.toThrow(Unauthorized);
    expect(grants.lookups).toEqual([]);
  });
});

describe('a well-formed key', () => {
  test('is looked up by its hash alone', async () => {
    const { key, stored } = keyOf('management');
    const grants = grantsOf(principalOfKey(stored));
    await authenticate(`Bearer ${key}`, 'write', grants);
    expect(grants.lookups).toEqual([{ kind: 'key', type: 'management', hash: stored.key_hash }]);
  });

  test('stands for its account', async () => {
    const { key, stored } = keyOf('management');
    const caller = await authenticate(`Bearer ${key}`, 'read', grantsOf(principalOfKey(stored)));
    expect(caller).toMatchObject({ account_id: 'acc_1', key_id: stored.key_id, cursor_key: 'secret' });
  });

  test('that nobody holds is refused', async () => {
    await expect(authenticate(`Bearer ${keyOf('management').key}`, 'read', grantsOf())).rejects.toThrow(
      Unauthorized,
    );
  });

  test('of the wrong type is told so', async () => {
    const { key, stored } = keyOf('submission');
    const grants = grantsOf(principalOfKey(stored));
    await expect(authenticate(`Bearer ${key}`, 'read', grants)).rejects.toThrow(Forbidden);
    await expect(authenticate(`Bearer ${key}`, 'write', grants)).rejects.toThrow(Forbidden);
    await expect(authenticate(`Bearer ${key}`, 'ingest', grants)).resolves.toBeDefined();
  });
});

describe('an access token', () => {
  const { stored } = keyOf('management');
  const { token } = newAccessToken(stored, ['read'], 0, systemRandom);

  test('that stands for nothing any more is told so', async () => {
    await expect(authenticate(`Bearer ${token}`, 'read', grantsOf())).rejects.toThrow(InvalidToken);
  });

  test('without the scope is told which one it needs', async () => {
    const grants = grantsOf({ ...principalOfKey(stored)!, scopes: ['read'] });
    await expect(authenticate(`Bearer ${token}`, 'read', grants)).resolves.toBeDefined();
    const refused = authenticate(`Bearer ${token}`, 'write', grants);
    await expect(refused).rejects.toThrow(InsufficientScope);
    await expect(refused).rejects.toMatchObject({ scope: 'write' });
  });
});
