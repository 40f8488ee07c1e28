import { newAccessToken, TOKEN_LIFETIME_SECONDS } from '../../lambdas/auth/access-token.ts';
import { newApiKey } from '../../lambdas/auth/keys/api-key.ts';
import { SECOND } from '../../lambdas/core/clock.ts';
import { parseCredential, principalOfKey, principalOfToken } from '../../lambdas/auth/principal.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { Scope } from '../../lambdas/core/scope.ts';

const AT = Date.parse('2026-11-05T10:00:00.000Z');
const account = { account_id: 'acc_1', cursor_key: 'secret' };
const keyOf = (type: 'submission' | 'management') =>
  newApiKey(account, { type, name: 'CI' }, AT, systemRandom);
const tokenOf = (key: ReturnType<typeof keyOf>, scopes: Scope[]) =>
  newAccessToken(key.stored, scopes, AT, systemRandom);

describe('the credential in an Authorization header', () => {
  test('can be a key, identified by its hash and type', () => {
    const { key, stored } = keyOf('submission');
    expect(parseCredential(`Bearer ${key}`)).toEqual({
      kind: 'key',
      type: 'submission',
      hash: stored.key_hash,
    });
  });

  test('can be an access token, identified by its hash', () => {
    const { token, stored } = tokenOf(keyOf('management'), ['read']);
    expect(token).toMatch(/^svc_at_[0-9A-Za-z]{38}$/);
    expect(parseCredential(`bearer  ${token}`)).toEqual({ kind: 'token', hash: stored.token_hash });
  });

  test('is undefined for any other header', () => {
    const { key } = keyOf('management');
    const { token } = tokenOf(keyOf('management'), ['read']);
    const others = [undefined, '', 'Bearer', key, `Basic ${key}`, `Bearer ${key} ${key}`, `Bearer ${key}x`];
    for (const header of [...others, `Bearer ${token.slice(0, -1)}!`, `Bearer ${token}a`]) {
      expect(parseCredential(header)).toBeUndefined();
    }
  });
});

describe('granted scopes', () => {
  test('are only ingest for a submission key, but all scopes for a management key', () => {
    expect(principalOfKey(keyOf('submission').stored, AT)?.scopes).toEqual(['ingest']);
    expect(principalOfKey(keyOf('management').stored, AT)?.scopes).toEqual([
      'ingest',
      'read',
      'write',
      'admin',
    ]);
  });

  test('are empty for a revoked key', () => {
    expect(
      principalOfKey({ ...keyOf('management').stored, revoked_at: '2026-11-05T10:00:00.000Z' }, AT),
    ).toBeUndefined();
  });

  test('are only the scopes that the key was created with, if there are fewer', () => {
    const key = { ...keyOf('management').stored, scopes: ['read' as const] };
    expect(principalOfKey(key, AT)?.scopes).toEqual(['read']);
  });

  test('are empty from the moment the key expires, including for its tokens', () => {
    const end = Date.parse('2026-11-05T10:30:00.000Z');
    const key = { ...keyOf('management').stored, expires_at: '2026-11-05T10:30:00.000Z' };
    expect(principalOfKey(key, end - 1)).toMatchObject({ expires_at: '2026-11-05T10:30:00.000Z' });
    expect(principalOfKey(key, end)).toBeUndefined();
    const token = newAccessToken(key, ['read'], AT, systemRandom).stored;
    expect(token.expires_at).toBe(end / SECOND);
    expect(principalOfToken(token, key, end - 1)).toMatchObject({ token_id: expect.stringMatching(/^tok_/) });
    expect(principalOfToken({ ...token, expires_at: end }, key, end)).toBeUndefined();
  });

  test('match the token for exactly one hour', () => {
    const key = keyOf('management');
    const { stored } = tokenOf(key, ['read']);
    const end = AT + TOKEN_LIFETIME_SECONDS * SECOND;
    expect(principalOfToken(stored, key.stored, end - 1)).toMatchObject({
      account_id: 'acc_1',
      scopes: ['read'],
    });
    expect(principalOfToken(stored, key.stored, end)).toBeUndefined();
  });

  test('are empty for a token whose key was revoked or removed', () => {
    const key = keyOf('management');
    const { stored } = tokenOf(key, ['read']);
    const revoked = { ...key.stored, revoked_at: '2026-11-05T10:00:00.000Z' };
    expect(principalOfToken(stored, revoked, AT)).toBeUndefined();
    expect(principalOfToken(stored, undefined, AT)).toBeUndefined();
  });

  test("never exceed the key's scopes, even if the token has more", () => {
    const key = keyOf('submission');
    const { stored } = tokenOf(key, ['ingest', 'write']);
    expect(principalOfToken(stored, key.stored, AT)?.scopes).toEqual(['ingest']);
  });
});
