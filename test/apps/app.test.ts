/** Tests how apps are stored and shown, and how secrets are replaced. Expected times are written by hand. */
import {
  appInput,
  changedApp,
  isAppSecret,
  isSecretOfApp,
  newApp,
  newAppSecret,
  rotatedApp,
  toAppView,
} from '../../lambdas/apps/app.ts';
import { ownerOfApp } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const ACCOUNT = 'acc_5D0V8Q2M7XKA';
const NINE = Date.parse('2026-11-22T09:00:00.000Z');
const NEXT_NINE = Date.parse('2026-11-23T09:00:00.000Z');
const INPUT = { name: 'Shop', redirect_uris: ['https://shop.example.org/return'] };

const make = (type: 'confidential' | 'public' = 'confidential', owner = ACCOUNT) =>
  newApp(owner, { ...INPUT, type }, NINE, systemRandom);

describe('a new app', () => {
  it('has one secret, stored only as a hash', () => {
    const { secret = '', stored } = make();
    expect(secret).toMatch(/^svc_app_[0-9A-Za-z]{38}$/);
    expect(isAppSecret(secret)).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(secret.slice('svc_app_'.length));
    expect(stored.secrets).toEqual([{ hash: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(isSecretOfApp(stored, secret, NINE)).toBe(true);
  });

  it('has no secret if it is public', () => {
    const { secret, stored } = make('public');
    expect(secret).toBeUndefined();
    expect(stored.secrets).toEqual([]);
    expect(isSecretOfApp(stored, '', NINE)).toBe(false);
  });

  it('has an id that identifies its owner', () => {
    expect(make().stored.client_id).toMatch(/^app_5D0V8Q2M7XKA[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(ownerOfApp(make().stored.client_id)).toBe(ACCOUNT);
    const ofInstallation = make('public', 'installation').stored.client_id;
    expect(ofInstallation).toMatch(/^app_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(ownerOfApp(ofInstallation)).toBe('installation');
  });

  it.each([
    [''],
    ['app_'],
    ['app_5D0V8Q2M7XKA'],
    ['app_5d0v8q2m7xka01KQ4S0D80H2W5J9R3X6M8QC4T'],
    ['app_01KQ4S0D80H2W5J9R3X6M8QC4T '],
    ['key_01KQ4S0D80H2W5J9R3X6M8QC4T'],
    ['installation'],
  ])('does not have the id %j', (id) => {
    expect(ownerOfApp(id)).toBeUndefined();
  });
});

describe('a secret', () => {
  it('is accepted for 24 hours after it is replaced', () => {
    const { secret: first = '', stored } = make();
    const second = newAppSecret(systemRandom);
    const rotated = rotatedApp(stored, second, NINE);
    for (const at of [NINE, NEXT_NINE - 1]) {
      expect(isSecretOfApp(rotated, first, at)).toBe(true);
      expect(isSecretOfApp(rotated, second, at)).toBe(true);
      expect(toAppView(rotated, at).previous_secret_expires_at).toBe('2026-11-23T09:00:00.000Z');
    }
    expect(isSecretOfApp(rotated, first, NEXT_NINE)).toBe(false);
    expect(isSecretOfApp(rotated, second, NEXT_NINE)).toBe(true);
    expect(toAppView(rotated, NEXT_NINE).previous_secret_expires_at).toBeNull();
  });

  it('stops working immediately after a second rotation', () => {
    const { secret: first = '', stored } = make();
    const [second, third] = [newAppSecret(systemRandom), newAppSecret(systemRandom)];
    const rotated = rotatedApp(rotatedApp(stored, second, NINE), third, NINE);
    expect(rotated.secrets).toHaveLength(2);
    expect([first, second, third].map((each) => isSecretOfApp(rotated, each, NINE))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('does not work for another app', () => {
    expect(isSecretOfApp(make().stored, make().secret ?? '', NINE)).toBe(false);
  });
});

it('keeps properties that an update omits and removes the logo if it is null', () => {
  const { stored } = newApp(
    ACCOUNT,
    { ...INPUT, type: 'public', logo_url: 'https://cdn.example.org/shop.png' },
    NINE,
    systemRandom,
  );
  const renamed = changedApp(stored, { name: 'Market' }, NEXT_NINE);
  expect(toAppView(renamed, NEXT_NINE)).toEqual({
    id: stored.client_id,
    name: 'Market',
    logo_url: 'https://cdn.example.org/shop.png',
    redirect_uris: ['https://shop.example.org/return'],
    type: 'public',
    previous_secret_expires_at: null,
    created_at: '2026-11-22T09:00:00.000Z',
    updated_at: '2026-11-23T09:00:00.000Z',
  });
  const moved = changedApp(renamed, { logo_url: null, redirect_uris: ['http://[::1]/cb'] }, NEXT_NINE);
  expect(moved).not.toHaveProperty('logo_url');
  expect(moved).toMatchObject({ name: 'Market', redirect_uris: ['http://[::1]/cb'], version: 2 });
});

it.each([
  [{ name: '' }],
  [{ name: 'x'.repeat(101) }],
  [{ name: 'Shop\nOperator' }],
  [{ name: 'Shop\u202epohS' }],
  // Zero-width spaces, a Hangul filler or a Braille blank would show an app without a name on the consent
  // page.
  [{ name: '\u200b\u200b' }],
  [{ name: '\u3164\u2800' }],
  [{ logo_url: 'http://cdn.example.org/shop.png' }],
  [{ logo_url: 'https://ann:secret@cdn.example.org/shop.png' }],
  [{ logo_url: 'javascript:alert(1)' }],
  [{ logo_url: 'data:image/svg+xml,x' }],
  [{ redirect_uris: [] }],
  [{ redirect_uris: 'https://shop.example.org/return' }],
  [{ redirect_uris: ['http://shop.example.org/return'] }],
  [{ redirect_uris: ['https://shop.example.org/return', 'https://shop.example.org/return'] }],
  [{ redirect_uris: Array.from({ length: 21 }, (_, index) => `https://shop.example.org/${index}`) }],
  [{ type: 'secret' }],
  [{ type: undefined }],
  [{ secret: 'svc_app_mine' }],
  [{ owner: 'installation' }],
])('refuses %j', (given) => {
  expect(appInput.safeParse({ ...INPUT, type: 'public', ...given }).success).toBe(false);
});

it('accepts 20 redirect URIs', () => {
  const redirect_uris = Array.from({ length: 20 }, (_, index) => `https://shop.example.org/${index}`);
  expect(appInput.safeParse({ ...INPUT, type: 'public', redirect_uris }).success).toBe(true);
});
