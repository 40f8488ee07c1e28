import { rateCounter, subscriberPrefix } from '../../lambdas/ingest/rate-limit.ts';

const form = { form_id: 'frm_1', address_salt: 'salt', rate_limit: 60 };
const at = Date.UTC(2026, 10, 20, 12);

it('counts each address to each form in windows of ten minutes', () => {
  const now = rateCounter(form, '192.0.2.1', at);
  expect(now.endsAt).toBeGreaterThan(at);
  expect(now.endsAt - at).toBeLessThanOrEqual(600_000);
  expect(rateCounter(form, '192.0.2.1', now.endsAt - 1).counter).toBe(now.counter);
  expect(rateCounter(form, '192.0.2.1', now.endsAt).counter).not.toBe(now.counter);
  expect(rateCounter(form, '192.0.2.2', at).counter).not.toBe(now.counter);
  expect(rateCounter({ ...form, form_id: 'frm_2' }, '192.0.2.1', at).counter).not.toBe(now.counter);
});

it('keeps the address out of the counter’s name, and forms apart by their salt', () => {
  expect(rateCounter(form, '192.0.2.1', at).counter).not.toContain('192.0.2');
  const salted = rateCounter({ ...form, address_salt: 'other' }, '192.0.2.1', at);
  expect(salted.counter).not.toBe(rateCounter(form, '192.0.2.1', at).counter);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('counts posts from %s by %s', (ip, prefix) => {
  expect(subscriberPrefix(ip)).toBe(prefix);
});
