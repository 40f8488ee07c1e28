/** Search: the words of a query, and whether a submission holds them, whatever their case and accents. */
import type { PostedField } from '../../core/payload.ts';

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

/** The different words of a query, folded. */
export function searchWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== '');
}

/** Whether each word is part of the value of some field; different words may be in different fields. */
export function holdsWords(fields: Iterable<PostedField>, words: readonly string[]): boolean {
  const missing = new Set(words);
  for (const [, value] of fields) {
    const text = foldText(value);
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return missing.size === 0;
}
