/** Formats benchmark figures. */
import { availableParallelism, loadavg } from 'node:os';

/** Returns the value below which this share of the figures lies, for example 0.99. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Formats the median and the 99th percentile. */
export function spread(figures: readonly number[], unit = 'ms'): string {
  return `p50 ${percentile(figures, 0.5).toFixed(1)} ${unit}, p99 ${percentile(figures, 0.99).toFixed(1)} ${unit}`;
}

/** Describes the machine's load: figures from a busy machine are less reliable. */
export function loadOfMachine(): string {
  return `load of the machine ${(loadavg()[0] ?? NaN).toFixed(1)} on ${availableParallelism()} cores`;
}
