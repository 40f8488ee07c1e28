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

/** `2026-11-30 14:05 UTC` of an ISO timestamp: the same in every language. */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 'yyyy-mm-dd'.length)} ${iso.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)} UTC`;
}
