/** Parses the times in exported files, which come in many formats. */
import { zonedTimes } from '../core/zoned-time.ts';

/** Reason why the text isn't a valid submission time. The messages below never contain the text. */
export type TimeProblem = 'unreadable' | 'ambiguous';

export const timeProblems: Readonly<Record<TimeProblem, string>> = {
  unreadable: 'is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30',
  ambiguous: 'could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31',
};

const CLOCK = /^(?:T|,?\s+(?:at\s+)?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?/i;
const ZONE =
  /^\s*(?:(Z|UTC|GMT|EST|EDT|CST|CDT|MST|MDT|PST|PDT)?\s*(?:([+-])(\d{2}):?(\d{2})?)?(?:\s+UTC)?)$/i;
/** UTC offsets of the time zone abbreviations in RFC 5322, in hours. */
const NAMED_ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})/;
const DAY_FIRST = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/;
const EITHER_FIRST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})/;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i;
const MONTH_SECOND = /^(\d{1,2})(?:st|nd|rd|th)?[-\s]+([a-z]{3,9})\.?,?[-\s]+(\d{4})/i;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

interface DayOf {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The text after the date. */
  readonly rest: string;
}

/**
 * Returns a function that parses a time.
 * @param timeZone IANA name of the time zone for times without an offset
 * @returns milliseconds since the epoch, or the reason why the text isn't a valid time
 */
export function timeParser(timeZone: string): (text: string) => number | TimeProblem {
  const zoned = zonedTimes(timeZone);
  const offsetAt = (time: number): number => {
    const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(zoned(new Date(time).toISOString())) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  const toUtc = (local: number): number => {
    const guess = local - offsetAt(local);
    return local - offsetAt(guess);
  };
  return (given) => {
    const text = given.trim();
    // Seconds or milliseconds since the epoch.
    if (/^\d{10}$/.test(text)) return Number(text) * 1000;
    if (/^\d{13}$/.test(text)) return Number(text);
    const date = dayOf(text.replace(/\s*\([^()]*\)$/, '').replace(WEEKDAY, ''));
    if (typeof date === 'string') return date;
    const clock = CLOCK.exec(date.rest);
    const zone = ZONE.exec(clock ? date.rest.slice(clock[0].length) : date.rest);
    const local = localTime(date, clock);
    if (!zone || local === undefined) return 'unreadable';
    const [, name, sign, hours, minutes = '00'] = zone;
    if (name === undefined && sign === undefined) return isUtc(zone[0]) ? local : toUtc(local);
    const offset =
      (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(hours === undefined ? 0 : minutes));
    return local - ((NAMED_ZONES[name?.toUpperCase() ?? 'Z'] ?? 0) * 60 + offset) * 60_000;
  };
}

const isUtc = (zone: string): boolean => /UTC$/i.test(zone);

function dayOf(text: string): DayOf | TimeProblem {
  const found = YEAR_FIRST.exec(text);
  if (found) return day(text, found, [found[1], found[3], found[4]]);
  const german = DAY_FIRST.exec(text);
  if (german) return day(text, german, [german[3], german[2], german[1]]);
  const slashes = EITHER_FIRST.exec(text);
  if (slashes) {
    const [first, second] = [Number(slashes[1]), Number(slashes[3])];
    if (first <= 12 && second <= 12 && first !== second) return 'ambiguous';
    const [month, date] = first > 12 ? [second, first] : [first, second];
    return day(text, slashes, [slashes[4], String(month), String(date)]);
  }
  const english = MONTH_FIRST.exec(text);
  if (english) return day(text, english, [english[3], monthOf(english[1]), english[2]]);
  const named = MONTH_SECOND.exec(text);
  if (named) return day(text, named, [named[3], monthOf(named[2]), named[1]]);
  return 'unreadable';
}

/** Returns the number of a month from its English name or abbreviation, or `0` if there is no such month. */
function monthOf(name = ''): string {
  const short = name.toLowerCase();
  return String(
    MONTHS.findIndex((month) => month === short || (month.startsWith(short) && short.length <= 4)) + 1,
  );
}

function day(
  text: string,
  { 0: matched }: RegExpExecArray,
  [year, month, date]: readonly (string | undefined)[],
): DayOf {
  return { year: Number(year), month: Number(month), day: Number(date), rest: text.slice(matched.length) };
}

/** Returns the time as if its time zone were UTC, or undefined if there is no such date or time. */
function localTime({ year, month, day: date }: DayOf, clock: RegExpExecArray | null): number | undefined {
  const [, hourText = '0', minute = '0', second = '0', fraction = '0', half] = clock ?? [];
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6);
  const midnight = Date.UTC(year, month - 1, date);
  const is = new Date(midnight);
  if (is.getUTCFullYear() !== year || is.getUTCMonth() !== month - 1 || is.getUTCDate() !== date)
    return undefined;
  return midnight + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds;
}
