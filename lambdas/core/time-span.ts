/** Defines the time range of a query, specified by the `since` and `until` parameters. */
import * as z from 'zod';

/** Parses an ISO 8601 time to milliseconds since the epoch. */
export const queryTime = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time, for example 2026-11-01T00:00:00.000Z' })
  .transform((text) => Date.parse(text));

/** A time range, in milliseconds since the epoch. */
interface TimeSpan {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Returns true unless `since` is after `until`. */
export const isValidTimeSpan = ({ since, until }: TimeSpan): boolean =>
  since === undefined || until === undefined || since <= until;
/** Validation issue for an invalid time range. */
export const INVALID_TIME_SPAN = { path: ['until'], message: 'must not be before since' };
