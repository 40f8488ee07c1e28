import { newAccessToken } from '../../lambdas/auth/access-token.ts';
import { newApiKey } from '../../lambdas/auth/keys/api-key.ts';
import {
  Forbidden,
  InsufficientScope,
  InvalidToken,
  Unauthorized,
} from '../../lambdas/core/errors/errors.ts';
import { principalOfKey, type Credential } from '../../lambdas/auth/principal.ts';
import type { KeyPrincipal } from '../../lambdas/core/caller.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { authenticate } from '../../lambdas/auth/authenticate.ts';

const account = { account_id: 'acc_1', cursor_key: 'secret' };
const keyOf = (type: 'submission' | 'management') =>
  newApiKey(account, { type, name: 'CI' }, 0, systemRandom);

/** Returns a credential store that records lookups and contains the given principal, if any. */
function storeOf(principal?: KeyPrincipal) {
  const lookups: Credential[] = [];
  const find = (credential: Credential) => {
    lookups.push(credential);
    return Promise.resolve(principal);
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
    ["another service's key", 'Bearer sk_live_abc'],
    ['a key with a wrong checksum', `Bearer ${wrongEnd(key)}`],
    ['an access token with a wrong checksum', `Bearer ${wrongEnd(token)}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['a key of 10,000 characters', `Bearer svc_mgmt_${'a'.repeat(10_000)}`],
  ])('is refused without a database lookup: %s', async (_, header) => {
    const principals = storeOf();
    await expect(authenticate(header, 'read', principals)).rejects.toThrow(Unauthorized);
    expect(principals.lookups).toEqual([]);
  });
});

describe('a mistyped key', () => {
  const { key } = keyOf('management');
  const wrongEnd = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  test.each([
    ['has a wrong last character', wrongEnd],
    ['is truncated', key.slice(0, 20)],
    ['has an extra character', `${key}x`],
    ['is only a prefix', 'svc_sub_'],
  ])('gets an error that says its checksum is wrong: it %s', async (_, text) => {
    await expect(authenticate(`Bearer ${text}`, 'read', storeOf())).rejects.toThrow(
      'The key’s checksum is wrong. Part of the key is missing or mistyped. Copy the whole key again.',
    );
  });

  test.each(['sk_live_abc', key.replace('svc_', 'abc_')])(
    "gets a general error if it has another service's prefix: %#",
    async (text) => {
      await expect(authenticate(`Bearer ${text}`, 'read', storeOf())).rejects.toThrow('The key is invalid.');
    },
  );

  test('gets a different error from a well-formed key that does not exist', async () => {
    await expect(authenticate(`Bearer ${key}`, 'read', storeOf())).rejects.toThrow('The key is invalid.');
  });
});

describe('a well-formed key', () => {
  test('is looked up only by its hash', async () => {
    const { key, stored } = keyOf('management');
    const principals = storeOf(principalOfKey(stored, 0));
    await authenticate(`Bearer ${key}`, 'write', principals);
    expect(principals.lookups).toEqual([{ kind: 'key', type: 'management', hash: stored.key_hash }]);
  });

  test('identifies its account', async () => {
    const { key, stored } = keyOf('management');
    const caller = await authenticate(`Bearer ${key}`, 'read', storeOf(principalOfKey(stored, 0)));
    expect(caller).toMatchObject({ account_id: 'acc_1', key_id: stored.key_id, cursor_key: 'secret' });
  });

  test('is refused if it does not exist', async () => {
    await expect(authenticate(`Bearer ${keyOf('management').key}`, 'read', storeOf())).rejects.toThrow(
      Unauthorized,
    );
  });

  test('gets a 403 if it has the wrong type', async () => {
    const { key, stored } = keyOf('submission');
    const principals = storeOf(principalOfKey(stored, 0));
    await expect(authenticate(`Bearer ${key}`, 'read', principals)).rejects.toThrow(Forbidden);
    await expect(authenticate(`Bearer ${key}`, 'write', principals)).rejects.toThrow(Forbidden);
    await expect(authenticate(`Bearer ${key}`, 'ingest', principals)).resolves.toBeDefined();
  });
});

describe('an access token', () => {
  const { stored } = keyOf('management');
  const { token } = newAccessToken(stored, ['read'], 0, systemRandom);

  test('is refused with InvalidToken once it is no longer valid', async () => {
    await expect(authenticate(`Bearer ${token}`, 'read', storeOf())).rejects.toThrow(InvalidToken);
  });

  test('is refused with an error that names the required scope if it lacks that scope', async () => {
    const principals = storeOf({ ...principalOfKey(stored, 0)!, scopes: ['read'] });
    await expect(authenticate(`Bearer ${token}`, 'read', principals)).resolves.toBeDefined();
    const refused = authenticate(`Bearer ${token}`, 'write', principals);
    await expect(refused).rejects.toThrow(InsufficientScope);
    await expect(refused).rejects.toMatchObject({ scope: 'write' });
  });
});
