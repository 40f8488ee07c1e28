import {
  emptyResponse,
  outcomeOf,
  retryAfterSeconds,
} from '../../../lambdas/webhooks/sender/response-outcome.ts';

const NOW = Date.parse('2026-11-20T10:00:00.500Z');

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['99999999999', undefined],
  ['soon', undefined],
  ['2026-11-20', undefined],
  ['', undefined],
])('parses the Retry-After "%s" as %p seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});

it.each([
  [429, 7],
  [503, 7],
  [500, undefined],
  [200, undefined],
])('for a response %i with Retry-After, waits %p', (status, seconds) => {
  const response = { ...emptyResponse(), status, retryAfter: '7' };
  expect(outcomeOf(response, null, 1, [], NOW).retry_after_seconds).toBe(seconds);
});
