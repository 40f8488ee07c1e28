/** Numbers with their nouns, in the plural forms of a language (Unicode CLDR, by `Intl.PluralRules`). */
import type { Language } from './language.ts';

/** The noun after a number. Russian has one, few and many; Spanish and Italian need `many` from a million on. */
export type PluralForms = { readonly other: string } & Partial<Record<'one' | 'few' | 'many', string>>;

/** Reads like "1 file" or "5 files". */
export type Counted = (count: number, forms: PluralForms) => string;

export function countedIn(language: Language): Counted {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => {
    const form: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return `${count} ${form[rules.select(count)] ?? forms.other}`;
  };
}

/** With the comma of German, Spanish, Italian and Russian. `Intl.NumberFormat` costs milliseconds at a cold start. */
export function decimalComma(value: number): string {
  return String(value).replace('.', ',');
}

/** The same of a number that is text already; a date stays as it is. */
export const withComma = (decimal: string): string => decimal.replace('.', ',');

/** Reads like "in 3 minutes". Whole seconds, minutes or hours, and never earlier than it is. */
export function timeFromNow(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 60 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}
