/** Parses calendar dates without a time, for example `2026-11-30`. */

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns true if the string is a date that exists in the calendar. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns the number of days from 1970-01-01 to a valid date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export const dateOfDay = (day: number): string =>
  new Date(day * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
