/** Tests which schedules the local runner supports. */
import { parseRate } from '../../../local/event-bus/rate-expression.ts';

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
])('%s fires every %i ms', (expression, milliseconds) => {
  expect(parseRate(expression, 'Rule')).toBe(milliseconds);
});

test.each([
  'rate(0 minutes)',
  'rate(5 weeks)',
  'rate(30 days)',
  'cron(0 3 * * ? *)',
  'at(2026-12-24T18:00:00)',
  'often',
])('%s is refused', (expression) => {
  expect(() => parseRate(expression, 'Rule')).toThrow(
    `Rule: the local runner does not support the schedule ${expression}`,
  );
});
