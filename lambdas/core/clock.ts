/** Formats times and defines durations. */

/**
 * Returns the current time in milliseconds since the epoch. Always pass the clock as an argument so that
 * tests can control the time.
 */
export type Clock = () => number;

/**
 * Formats a time as ISO 8601 in UTC with milliseconds, the only time format in the API
 * (docs/specification.md, "Conventions").
 */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** Converts a time to whole seconds since the epoch, as required by DynamoDB's TTL. */
export function epochSeconds(at: number): number {
  return Math.floor(at / 1000);
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Formats an ISO timestamp as `2026-11-30 14:05 UTC`, regardless of the language. */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 'yyyy-mm-dd'.length)} ${iso.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)} UTC`;
}
