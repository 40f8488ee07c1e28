/** Calculates latency statistics for a smoke test step's requests. */

/** Durations of a step's requests, in milliseconds. */
export interface Latency {
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/**
 * Summarizes durations in milliseconds, or returns undefined if there are none. For example, the 95th
 * percentile is the shortest duration that at least 95% of the requests didn't exceed.
 */
export function latencyOf(durations: readonly number[]): Latency | undefined {
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return sorted.length === 0
    ? undefined
    : { requests: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
