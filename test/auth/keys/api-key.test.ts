import { newApiKey, toApiKeyView, typeOfKey, isLastUseStale } from '../../../lambdas/auth/keys/api-key.ts';
import { HOUR } from '../../../lambdas/core/clock.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');
const account = { account_id: 'acc_1', cursor_key: 'secret' };
const made = (type: 'submission' | 'management') =>
  newApiKey(account, { type, name: 'CI' }, AT, systemRandom);

describe('a new API key', () => {
  test.each([
    ['submission', /^svc_sub_[0-9A-Za-z]{38}$/],
    ['management', /^svc_mgmt_[0-9A-Za-z]{38}$/],
  ] as const)('of type %s has the matching prefix', (type, shape) => {
    const { key } = made(type);
    expect(key).toMatch(shape);
    expect(typeOfKey(key)).toBe(type);
  });

  test('is stored only as a hash and its first 16 characters', () => {
    const { key, stored } = made('management');
    expect(stored.prefix).toBe(key.slice(0, 16));
    expect(JSON.stringify(stored)).not.toContain(key.slice(16));
  });

  test("is returned without its hash, and with null for events that haven't happened", () => {
    const { stored } = made('submission');
    expect(toApiKeyView(stored)).toEqual({
      id: stored.key_id,
      type: 'submission',
      name: 'CI',
      scopes: ['ingest'],
      created_by: null,
      expires_at: null,
      prefix: stored.prefix,
      created_at: '2026-11-05T10:20:30.400Z',
      last_used_at: null,
      revoked_at: null,
      replaced_by: null,
    });
  });

  test('is never generated twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => made('submission').key)).size).toBe(1000);
  });
});

describe("a key's checksum", () => {
  test('detects any single mistyped character', () => {
    const { key } = made('management');
    for (let at = 'svc_mgmt_'.length; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(typeOfKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
    }
  });

  test('detects two swapped neighbors', () => {
    const { key } = made('submission');
    for (let at = 'svc_sub_'.length; at < key.length - 1; at += 1) {
      if (key[at] === key[at + 1]) continue;
      const swapped = key.slice(0, at) + key[at + 1]! + key[at]! + key.slice(at + 2);
      expect(typeOfKey(swapped)).toBeUndefined();
    }
  });

  test('covers the prefix, so the same characters are not a valid key of the other type', () => {
    const { key } = made('submission');
    expect(typeOfKey(key.replace('svc_sub_', 'svc_mgmt_'))).toBeUndefined();
  });

  test.each(['', 'svc_mgmt_', 'svc_mgmt_short', 'sk_live_123', `svc_sub_${'a'.repeat(39)}`, 'svc_at_x'])(
    'is missing in %p',
    (text) => {
      expect(typeOfKey(text)).toBeUndefined();
    },
  );
});

describe("a key's last-used time", () => {
  const lastUsed = '2026-11-05T10:20:30.400Z';
  test('is updated when it is empty or at least an hour old', () => {
    expect(isLastUseStale(undefined, AT)).toBe(true);
    expect(isLastUseStale(lastUsed, AT + HOUR)).toBe(true);
  });
  test('is not updated again within the hour', () => {
    expect(isLastUseStale(lastUsed, AT + HOUR - 1)).toBe(false);
  });
});
