/** Folds case and accents for search and filters. */

/** Letter variants that Unicode doesn't decompose. */
const VARIANTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  // Greek sigma has a different form at the end of words.
  ς: 'σ',
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'g');
const ASCII = /^\p{ASCII}*$/u;

/** Removes case and accents so that strings that differ only in case or accents become equal. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter);
}

/**
 * Removes case and accents and replaces `ß` with `ss`. Unlike `foldText`, keeps all other variants of letters
 * (docs/specification.md, "Filters").
 */
export function foldCaseAndAccents(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
