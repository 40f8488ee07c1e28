import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { monthlyQuota, quotaCounter } from '../../lambdas/accounts/quota.ts';

it('counts accepted submissions per calendar month in UTC', () => {
  const last = quotaCounter('acc_1', Date.UTC(2026, 11, 31, 23, 59, 59, 999), 5);
  const first = quotaCounter('acc_1', Date.UTC(2027, 0, 1), 5);
  expect(last).toMatchObject({ counter: 'quota#acc_1#2026-12', limit: 5 });
  expect(first.counter).toBe('quota#acc_1#2027-01');
});

it("keeps a month's counter until the next month is over", () => {
  const november = quotaCounter('acc_1', Date.UTC(2026, 10, 20, 12), 5);
  const december = quotaCounter('acc_1', Date.UTC(2026, 11, 5), 5);
  expect(november.expiresAt).toBe(Date.UTC(2027, 0, 1) / 1000);
  expect(december.expiresAt).toBe(Date.UTC(2027, 1, 1) / 1000);
});

it("prefers the account's own quota over the plan's, even if it is zero", () => {
  expect(monthlyQuota({ plan: 'free' }, defaultPlans)).toBe(100);
  expect(monthlyQuota({ plan: 'free', monthly_quota: 7 }, defaultPlans)).toBe(7);
  expect(monthlyQuota({ plan: 'pro', monthly_quota: 0 }, defaultPlans)).toBe(0);
});
