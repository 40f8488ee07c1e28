import {
  addressCounts,
  addressKeyOf,
  pastCounts,
  shareOfOneAddress,
  subscriberPrefix,
} from '../../lambdas/forms/rate-limit.ts';

const form = { account_id: 'acc_1', form_id: 'frm_1', rate_limit: 60 };
const at = Date.UTC(2026, 10, 20, 12);

it('counts submissions per address and form in ten-minute windows', () => {
  const { counter, window } = addressCounts(form, 'key', '192.0.2.1', at);
  expect(window.endsAt).toBeGreaterThan(at);
  expect(window.endsAt - at).toBeLessThanOrEqual(600_000);
  const later = (time: number) => addressCounts(form, 'key', '192.0.2.1', time).window.name;
  expect(later(window.endsAt - 1)).toBe(window.name);
  expect(later(window.endsAt)).not.toBe(window.name);
  expect(addressCounts(form, 'key', '192.0.2.2', at).counter).not.toBe(counter);
  const ofOther = addressCounts({ ...form, form_id: 'frm_2' }, 'key', '192.0.2.1', at);
  expect(ofOther.counter).toBe(counter);
  expect(ofOther.window.name).not.toBe(window.name);
});

it("counts submissions per address and UTC day across the account's forms", () => {
  const midnight = Date.UTC(2026, 10, 21);
  const dayAt = (time: number, of = form) => addressCounts(of, 'key', '192.0.2.1', time).day;
  expect(dayAt(at)).toEqual({ name: 'accepted#20777', endsAt: midnight });
  expect(dayAt(midnight - 1, { ...form, form_id: 'frm_2' })).toEqual(dayAt(at));
  expect(dayAt(midnight).name).toBe('accepted#20778');
});

it('is kept until both the window and the day have ended', () => {
  for (const time of [at, Date.UTC(2026, 10, 21) - 1]) {
    const { window, day, expiresAt } = addressCounts(form, 'key', '192.0.2.1', time);
    expect(expiresAt * 1000).toBeGreaterThan(window.endsAt);
    expect(expiresAt * 1000).toBeGreaterThan(day.endsAt);
  }
});

it("hides the address and the account's key in the counter's name and keeps accounts apart", () => {
  const { counter } = addressCounts(form, addressKeyOf('key'), '192.0.2.1', at);
  expect(counter).toMatch(/^address#acc_1#[\w-]{22}$/);
  expect(addressCounts(form, addressKeyOf('other'), '192.0.2.1', at).counter).not.toBe(counter);
  expect(addressKeyOf('key')).not.toContain('key');
});

it.each([
  [100, 0.1, 60],
  [60, 0.1, undefined],
  [61, 0.1, 60],
  [10_000, 0.1, 1000],
  [10_005, 0.1, 1000],
  [10_000, 1, undefined],
  [0, 0.1, undefined],
])('with a quota of %d and a share of %d, allows %s a day', (quota, share, limit) => {
  expect(shareOfOneAddress(quota, share)).toBe(limit);
});

it("cleans up an address's item if it contains many expired windows and days", () => {
  const counts = addressCounts(form, 'key', '192.0.2.1', at);
  const [, number = ''] = counts.window.name.split('#');
  const names = (past: number): string[] => [
    ...['counter', 'expires_at', counts.window.name, `posts#${number}#frm_2`, counts.day.name],
    ...Array.from({ length: past - 1 }, (_, index) => `posts#${Number(number) - 1 - index}#frm_2`),
    'accepted#20776',
  ];
  expect(pastCounts(names(16), counts)).toEqual([]);
  const past = pastCounts(names(17), counts);
  expect(past).toHaveLength(17);
  expect(past).toContain('accepted#20776');
  expect(past).not.toContain(counts.window.name);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('counts submissions from %s by %s', (ip, prefix) => {
  expect(subscriberPrefix(ip)).toBe(prefix);
});
