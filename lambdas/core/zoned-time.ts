/** Formats times in a given time zone. */
import * as z from 'zod';
import { readableTime } from './clock.ts';
import type { Language } from './text/language.ts';

/** Returns true if this runtime supports the given IANA time zone, for example `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // The runtime accepts offsets such as `+01:00`, but offsets aren't zone names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Schema of a time zone's name. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { message: 'must be the IANA name of a time zone, for example Europe/Berlin' });

/**
 * Formats a time as text for people, for example `30.11.2026, 15:05 (Europe/Berlin)` in German. English has
 * no single format that all readers share, so it uses `2026-11-30 15:05 (Europe/Berlin)`.
 * @param zone null for UTC
 */
export function readableTimeIn(zone: string | null, utc: string, language: Language): string {
  if (language !== 'en') {
    const format = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone ?? 'UTC',
    });
    return `${format.format(new Date(utc))} ${zone === null ? 'UTC' : `(${zone})`}`;
  }
  if (zone === null) return readableTime(utc);
  return `${zonedTimes(zone)(utc).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} (${zone})`;
}

/** Returns a function that formats times in the zone as ISO 8601, with the zone's offset: `2026-11-20T10:30:00.123+01:00`. */
export function zonedTimes(timeZone: string): (utc: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  });
  return (utc) => {
    const parts = new Map(format.formatToParts(new Date(utc)).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
    const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
    return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}${offset}`;
  };
}
