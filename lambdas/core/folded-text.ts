/** Text without case and accents, as searches compare it. */

/** Letters that are variants of others without Unicode saying so. */
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
  // The last letter of a Greek word.
  ς: 'σ',
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join('')}]`, 'g');
const ASCII = /^\p{ASCII}*$/u;

/** The text without case and accents. Texts that differ in nothing else give the same. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter);
}
