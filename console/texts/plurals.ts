/** Formats strings that contain a number, using the language's plural forms. */
import type { Language } from './languages.ts';

/** Plural forms that whole numbers use in each language (CLDR). Fractions and millions use `other`. */
interface Forms {
  en: { one: string; other: string };
  de: { one: string; other: string };
  es: { one: string; other: string };
  it: { one: string; other: string };
  ru: { one: string; few: string; many: string };
}

/**
 * Returns a function that selects the plural form for a number and replaces `#` with the number: `const n =
 * pluralsOf('ru'); n(5, { one: '# форма', few: '# формы', many: '# форм' })`.
 */
export function pluralsOf<L extends Language>(language: L): (count: number, forms: Forms[L]) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) => {
    const { one, few, many, other }: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    const category = rules.select(count);
    const form = { one, few, many, other, zero: other, two: other }[category] ?? other ?? many ?? '';
    return form.replace('#', numbers.format(count));
  };
}
