import { isSlow, slowUntil } from '../../lambdas/webhooks/endpoint-health/slow-endpoint.ts';

const NOW = Date.UTC(2026, 0, 1);
const after = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

it.each([
  [undefined, false],
  [after(-1), false],
  [after(0), false],
  [after(1), true],
])('treats a webhook as slow until %s', (slow_until, slow) => {
  expect(isSlow({ slow_until }, NOW)).toBe(slow);
});

it.each([
  [undefined, after(10)],
  [after(-60), after(10)],
  [after(4), after(10)],
  [after(6), undefined],
])('marks a slow endpoint for ten minutes and renews the mark halfway through: %s', (slow_until, noted) => {
  expect(slowUntil({ slow_until }, NOW)).toBe(noted);
});
