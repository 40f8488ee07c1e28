/** Splits a text into words for the spam rules. */

/** Longer runs of letters aren't words in any language, or they come from a script without spaces. */
const MAX_WORD_LENGTH = 40;

/**
 * `normalize` sorts each letter's accents, which takes seconds for a letter with thousands of accents. The
 * text is therefore normalized in small pieces.
 */
const PIECES = /[\s\S]{1,200}/gu;

/**
 * Returns the text as people read it. Replaces characters that only look like letters (`𝗰𝗮𝘀𝗶𝗻𝗼`), and
 * removes invisible characters between letters.
 */
function readable(text: string): string {
  return text
    .replace(PIECES, (piece) => piece.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

/**
 * Returns the words of a text in order and in lowercase. Digits count as letters. The run time is linear.
 */
export function wordsOf(text: string): string[] {
  return Array.from(readable(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) =>
    word.slice(0, MAX_WORD_LENGTH),
  );
}
