import type { Account } from '../../lambdas/accounts/account.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { toUsageView } from '../../lambdas/accounts/usage.ts';

const account: Account = {
  account_id: 'acc_1',
  name: 'Acme',
  plan: 'pro',
  cursor_key: 'secret',
  created_at: '2026-01-01T00:00:00.000Z',
};
const usageAt = (time: string, used = 0, of: Partial<Account> = {}) =>
  toUsageView({ ...account, ...of }, { used, refused: new Map() }, defaultPlans, Date.parse(time));

test('usage returns the plan, month, submissions, and uploads', () => {
  expect(usageAt('2026-11-05T10:20:30.400Z', 42)).toEqual({
    account_id: 'acc_1',
    plan: 'pro',
    period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    submissions: { used: 42, limit: 10_000, remaining: 9_958 },
    uploads: { allowed: true, max_file_bytes: 26_214_400 },
    refused: [],
  });
});

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('at %s, the period is the current calendar month in UTC', (at, start, end) => {
  expect(usageAt(at).period).toEqual({ start, end });
});

test("usage shows when a plan doesn't include uploads", () => {
  expect(usageAt('2026-11-05T00:00:00.000Z', 0, { plan: 'free' }).uploads).toEqual({
    allowed: false,
    max_file_bytes: 0,
  });
});

test("an account's own quota overrides the plan's", () => {
  const { submissions } = usageAt('2026-11-05T00:00:00.000Z', 3, { monthly_quota: 5 });
  expect(submissions).toEqual({ used: 3, limit: 5, remaining: 2 });
});

test('remaining is zero, not negative, after a quota is lowered', () => {
  const { submissions } = usageAt('2026-11-05T00:00:00.000Z', 9, { monthly_quota: 5 });
  expect(submissions).toEqual({ used: 9, limit: 5, remaining: 0 });
});
