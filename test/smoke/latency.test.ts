/** Tests the percentiles of the smoke test's latency table. */
import { latencyOf } from '../../smoke/latency.ts';

it('returns the shortest duration that 50% and 95% of the requests did not exceed', () => {
  const durations = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(latencyOf(durations)).toEqual({ requests: 20, p50: 10, p95: 19, max: 20 });
});

it('returns the same duration for all three values if there is only one request', () => {
  expect(latencyOf([12.4])).toEqual({ requests: 1, p50: 12, p95: 12, max: 12 });
});

it('returns undefined if there are no requests', () => {
  expect(latencyOf([])).toBeUndefined();
});
