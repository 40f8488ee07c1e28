/** Calendar dates without a time: `2026-11-30`. */

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Checks whether the text is an existing date. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns the number of days since 1970-01-01 for an existing date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export const dateOfDay = (day: number): string =>
  new Date(day * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
