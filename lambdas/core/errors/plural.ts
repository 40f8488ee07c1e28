/**
 * Formats numbers with their nouns, using each language's plural forms (Unicode CLDR, through
 * `Intl.PluralRules`).
 */
import type { Language } from '../text/language.ts';

/**
 * Forms of a noun after a number. Russian uses `one`, `few` and `many`. Spanish and Italian use `many` for a
 * million or more.
 */
export type PluralForms = { readonly other: string } & Partial<Record<'one' | 'few' | 'many', string>>;

/** Formats a count with its noun, such as "1 file" or "5 files". */
export type Counted = (count: number, forms: PluralForms) => string;

export function countedIn(language: Language): Counted {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => {
    const form: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return `${count} ${form[rules.select(count)] ?? forms.other}`;
  };
}

/**
 * Formats a number with a decimal comma, for German, Spanish, Italian and Russian. Doesn't use
 * `Intl.NumberFormat`, which would add milliseconds to a cold start.
 */
export function decimalComma(value: number): string {
  return String(value).replace('.', ',');
}

/** Replaces a number's decimal point with a comma. Returns dates unchanged. */
export const withComma = (decimal: string): string => decimal.replace('.', ',');

/**
 * Formats a time from now, such as "in 3 minutes", in whole seconds, minutes or hours. Rounds up so that the
 * stated time is never too early.
 */
export function timeFromNow(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 60 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}
