/** Splits a text into words, as the spam rules compare them. */

/** A longer run of letters is not a word in any language, or comes from a script without spaces. */
const MAX_WORD_LENGTH = 40;

/**
 * `normalize` sorts the accents of a letter, which takes seconds if a letter has thousands. So it gets only a
 * few at a time.
 */
const PIECES = /[\s\S]{1,200}/gu;

/**
 * Returns the text as people read it: letters that only look different are unified (`𝗰𝗮𝘀𝗶𝗻𝗼`), and
 * invisible characters between letters are removed.
 */
function readable(text: string): string {
  return text
    .replace(PIECES, (piece) => piece.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

/** Returns the words of a text in order, in lower case. Digits count as letters. The run time is linear. */
export function wordsOf(text: string): string[] {
  return Array.from(readable(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) =>
    word.slice(0, MAX_WORD_LENGTH),
  );
}
