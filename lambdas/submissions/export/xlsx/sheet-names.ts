/** Builds the names of a workbook's sheets from the names of forms, within Excel's limits. */

/** Maximum length of a sheet's name, in UTF-16 code units. */
const MAX_LENGTH = 31;
/** Excel reserves this name, regardless of case. */
const RESERVED = 'history';

/**
 * Returns a function that turns each name into a unique sheet name. If a name is already taken, adds a
 * number, for example `Contact (2)`. Ignores case, as Excel does.
 */
export function sheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED]);
  return (wanted) => {
    const base = allowed(wanted) || 'Sheet';
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` (${count})`;
      const name = cut(base, MAX_LENGTH - suffix.length) + suffix;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}

/**
 * Replaces white space and characters that Excel doesn't allow with spaces. Also removes leading and trailing
 * spaces, and leading and trailing apostrophes, which Excel doesn't allow either.
 */
function allowed(text: string): string {
  const replaced = text.toWellFormed().replace(/[\s\p{Cc}\uFFFE\uFFFF:\\/?*[\]]+/gu, ' ');
  return cut(replaced.replace(/^[\s']+/, ''), MAX_LENGTH);
}

/** Truncates the text without splitting a character or leaving a space or an apostrophe at the end. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s']+$/, '');
}
