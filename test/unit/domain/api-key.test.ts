import { hashOfKey, newKey, shownPrefix, typeOfKey } from '../../../lambdas/domain/api-key.ts';
import { systemRandom } from '../../../lambdas/domain/random.ts';

it.each([
  ['submission', /^svc_sub_[0-9A-Za-z]{38}$/],
  ['management', /^svc_mgmt_[0-9A-Za-z]{38}$/],
] as const)('makes a %s key that tells its type', (type, shape) => {
  const key = newKey(type, systemRandom);
  expect(key).toMatch(shape);
  expect(typeOfKey(key)).toBe(type);
});

it('refuses a key with any one character changed', () => {
  const key = newKey('management', systemRandom);
  for (let at = 0; at < key.length; at += 1) {
    const typo = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
    expect(typeOfKey(typo)).toBeUndefined();
  }
});

it.each([
  '',
  'svc_sub_',
  'svc_mgmt_short',
  `x${newKey('submission', systemRandom)}`,
  `${newKey('submission', systemRandom)} `,
])('refuses %j', (text) => {
  expect(typeOfKey(text)).toBeUndefined();
});

it('keeps of a key a hash and its first 16 characters', () => {
  const key = newKey('submission', systemRandom);
  expect(hashOfKey(key)).toMatch(/^[\w-]{43}$/);
  expect(shownPrefix(key)).toBe(key.slice(0, 16));
});
