/** Figures of a bench in words. */
import { availableParallelism, loadavg } from 'node:os';

/** The value below which `share` of the figures lie, e.g. 0.99. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Median and 99th percentile in words. */
export function spread(figures: readonly number[], unit = 'ms'): string {
  return `p50 ${percentile(figures, 0.5).toFixed(1)} ${unit}, p99 ${percentile(figures, 0.99).toFixed(1)} ${unit}`;
}

/** What else the machine does: figures of a busy one are worth less. */
export function loadOfMachine(): string {
  return `load of the machine ${(loadavg()[0] ?? NaN).toFixed(1)} on ${availableParallelism()} cores`;
}
