/** Time: the clock, timestamps and durations. */

/** Milliseconds since the epoch; an argument everywhere, so that a test decides the time. */
export type Clock = () => number;

/** ISO 8601 in UTC with milliseconds, the only format of time in the API (docs/specification.md, "Conventions"). */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** Whole seconds since the epoch, as DynamoDB's TTL wants them. */
export function epochSeconds(at: number): number {
  return Math.floor(at / 1000);
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
