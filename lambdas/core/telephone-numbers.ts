/**
 * Removes telephone numbers from untrusted text, because mail programs make them clickable like links
 * (`links.ts`). Any run of digits that is long enough counts, except for dates.
 */

/** Minimum number of digits of a telephone number. */
const MIN_DIGITS = 7;
/** Digits of a telephone number may be separated by a few of these. */
const RUN = new RegExp(`[+(]*\\p{Nd}(?:[\\s\\p{Pd}().+/·•_*~]{0,3}\\p{Nd}){${MIN_DIGITS - 1},}`, 'gu');
const DATE =
  /(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;
/** Next to a date, this many digits are still an hour or a number, but not a telephone number. */
const MAX_DIGITS_BESIDE_DATE = 2;

/** Returns the telephone numbers in a text. */
export const telephoneNumbersIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(RUN), ([run]) => run).filter(isTelephoneNumber);

/** Returns the text without telephone numbers. */
export function withoutTelephoneNumbers(text: string): string {
  if (telephoneNumbersIn(text).length === 0) return text;
  return text
    .normalize('NFKC')
    .replace(RUN, (run) => (isTelephoneNumber(run) ? '' : run))
    .replace(/\s+/gu, ' ')
    .trim();
}

function isTelephoneNumber(run: string): boolean {
  const withoutDates = run.replace(DATE, '');
  if (withoutDates === run) return true;
  return (withoutDates.match(/\p{Nd}/gu) ?? []).length > MAX_DIGITS_BESIDE_DATE;
}
