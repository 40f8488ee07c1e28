/** Calculates when a failing webhook with `auto_recover` is probed. */
import { SECOND } from '../../core/clock.ts';

/**
 * Returns the first probe time after `after`, in milliseconds since the epoch. Probe times are relative to
 * the start of the failing span, so all functions calculate the same times.
 * @param since start of the failing span
 * @param timesSeconds probe times in seconds after the start. The last value is also the interval between all
 *   later probes
 */
export function nextProbeAt(since: string, after: number, timesSeconds: readonly number[]): number {
  const start = Date.parse(since);
  const times = timesSeconds.map((seconds) => Math.max(1, Math.round(seconds * SECOND)));
  const first = times.find((time) => start + time > after);
  if (first !== undefined) return start + first;
  const period = times.at(-1) ?? Infinity;
  return start + (Math.floor((after - start) / period) + 1) * period;
}
