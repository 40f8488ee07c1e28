/** Parses times that users enter in n8n. Times without an offset are in the workflow's time zone. */

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/;

/**
 * Returns the time in UTC in ISO 8601 format, or undefined if the value is not a time.
 * @param value text, a date, or a Luxon object such as n8n's `$now`
 * @param timeZone IANA name of the workflow's time zone
 */
export function instantOf(value: unknown, timeZone: string): string | undefined {
  const text = textOf(value);
  const local = LOCAL_TIME.exec(text);
  if (!local) return isoOf(Date.parse(text));
  const [year = 0, month = 0, ...rest] = local.slice(1).map((part) => Number(part || 0));
  const wanted = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  if (Number.isNaN(wanted)) return undefined;
  // The offset depends on the time, so the first guess may use the wrong offset near a clock change.
  const guess = wanted - offsetAt(wanted, timeZone);
  return isoOf(wanted - offsetAt(guess, timeZone));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return isoOf(value.getTime()) ?? '';
  const hasToIso = typeof value === 'object' && value !== null && 'toISO' in value;
  if (hasToIso && typeof value.toISO === 'function') return String((value.toISO as () => unknown)());
  return typeof value === 'string' ? value.trim() : '';
}

const isoOf = (time: number): string | undefined =>
  Number.isNaN(time) ? undefined : new Date(time).toISOString();

/** Returns the time zone's offset from UTC at a given time, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) - time;
}
