/**
 * Parses a search query into words and checks whether a submission contains them, ignoring case and accents.
 */
import type { PostedField } from '../../core/payload.ts';
import { foldText } from '../../core/text/folded-text.ts';

/** Returns a query's distinct words, in lowercase and without accents. */
export function searchWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== '');
}

/** Returns true if each word occurs in at least one field's value. The words may be in different fields. */
export function containsWords(fields: Iterable<PostedField>, words: readonly string[]): boolean {
  const missing = new Set(words);
  for (const [, value] of fields) {
    const text = foldText(value);
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return missing.size === 0;
}
