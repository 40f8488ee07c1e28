import { daysOfMonth, forecastOf, monthOfForm, stateOfUsage } from '../../console/usage/month-usage.ts';

const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
const usage = (used: number, limit = 1000) => ({
  account_id: 'acc_1',
  plan: 'pro' as const,
  period,
  submissions: { used, limit, remaining: Math.max(0, limit - used) },
  uploads: { allowed: true, max_file_bytes: 1 },
  refused: [],
});

it("forecasts the month's usage, but not in the first three days", () => {
  expect(forecastOf(usage(100), Date.parse('2026-11-11T00:00:00Z'))).toBe(300);
  expect(forecastOf(usage(0), Date.parse('2026-11-11T00:00:00Z'))).toBe(0);
  expect(forecastOf(usage(100), Date.parse('2026-11-03T23:59:59Z'))).toBeUndefined();
  // The device's clock is ahead, but the forecast must never be lower than the current usage.
  expect(forecastOf(usage(100), Date.parse('2026-12-05T00:00:00Z'))).toBe(100);
});

it.each([
  [0, 1000, 'fine'],
  [799, 1000, 'fine'],
  [800, 1000, 'near'],
  [999, 1000, 'near'],
  [1000, 1000, 'full'],
  [1200, 1000, 'full'],
  [0, 0, 'full'],
] as const)('shows %i of %i as %s', (used, limit, state) => {
  expect(stateOfUsage(usage(used, limit))).toBe(state);
});

it("adds up the month's days for all of the account's forms", () => {
  const day = (date: string, received: number, spam: number) => ({
    date,
    received,
    spam,
    unread: 0,
    webhooks: { succeeded: 0, failed: 0, filtered: 0 },
    emails: { sent: 0, delivered: 0, bounced: 0, complained: 0, skipped: 0 },
    refused: [],
    views: 0,
    views_conversion: null,
  });
  const first = { by_day: [day('2026-10-31', 9, 9), day('2026-11-01', 2, 1), day('2026-11-02', 3, 0)] };
  const second = { by_day: [day('2026-11-01', 4, 0), day('2026-11-30', 1, 1), day('2026-12-01', 7, 7)] };
  expect(daysOfMonth({ period }, [first, second])).toEqual([
    { date: '2026-11-01', received: 6, spam: 1 },
    { date: '2026-11-02', received: 3, spam: 0 },
    { date: '2026-11-30', received: 1, spam: 1 },
  ]);
  expect(monthOfForm(period, first)).toEqual({ received: 5, spam: 1 });
});
