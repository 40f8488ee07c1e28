/** Formats benchmark results. */
import { availableParallelism, loadavg } from 'node:os';

/** Returns a percentile of the figures. For example, a share of 0.99 returns the 99th percentile. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Formats the median and the 99th percentile of the figures. */
export function spread(figures: readonly number[], unit = 'ms'): string {
  return `p50 ${percentile(figures, 0.5).toFixed(1)} ${unit}, p99 ${percentile(figures, 0.99).toFixed(1)} ${unit}`;
}

/** Describes the machine's load. Benchmark figures are less reliable if the machine is busy. */
export function loadOfMachine(): string {
  return `machine load ${(loadavg()[0] ?? NaN).toFixed(1)} on ${availableParallelism()} cores`;
}
