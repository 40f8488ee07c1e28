/**
 * Removes telephone numbers from untrusted text because e-mail clients make them clickable (see `links.ts`
 * for other links). Treats any long run of digits as a telephone number, except for dates.
 */

/** Minimum number of digits in a telephone number. */
const MIN_DIGITS = 7;
/** Matches a run of digits with up to three separators between two digits. */
const RUN = new RegExp(`[+(]*\\p{Nd}(?:[\\s\\p{Pd}().+/·•_*~]{0,3}\\p{Nd}){${MIN_DIGITS - 1},}`, 'gu');
const DATE =
  /(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;
/**
 * Maximum number of digits next to a date, such as an hour. A run with more digits counts as a telephone
 * number.
 */
const MAX_DIGITS_BESIDE_DATE = 2;

/** Returns the telephone numbers in the text. */
export const telephoneNumbersIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(RUN), ([run]) => run).filter(isTelephoneNumber);

/** Removes telephone numbers from the text. */
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
