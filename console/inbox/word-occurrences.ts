/** Finds words in text, ignoring case and accents. */
import { folded } from '../app/folded-text.ts';

/** Returns the search words in lowercase and without accents. */
export const wordsOf = (q: string): string[] => folded(q).split(/\s+/).filter(Boolean);

/**
 * Returns the start and end offsets of the words in the text.
 * @param words search words, as returned by `wordsOf`
 */
export function occurrences(text: string, words: readonly string[]): (readonly [number, number])[] {
  // Folding can change a character's length, so keep the original offset of each folded character.
  let plain = '';
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const letters = folded(character);
    plain += letters;
    for (let nth = 0; nth < letters.length; nth += 1) offsets.push(offset);
    offset += character.length;
  }
  offsets.push(text.length);
  const found: (readonly [number, number])[] = [];
  for (const word of words) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + word.length))
      found.push([offsets[at] ?? 0, offsets[at + word.length] ?? text.length]);
  }
  return found;
}
