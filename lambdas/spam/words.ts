/** The words of a text, as the rules about spam compare them. */

/** A longer run of letters is no word of any language, or has no spaces. */
const LONGEST_WORD = 40;

/** `normalize` sorts the accents of a letter, which takes seconds where a letter has thousands: so it gets a few at a time. */
const PIECES = /[\s\S]{1,200}/gu;

/**
 * The text as people read it: letters that only look different become one (`𝗰𝗮𝘀𝗶𝗻𝗼`), and characters that nobody sees,
 * between letters, go.
 */
function readable(text: string): string {
  return text
    .replace(PIECES, (piece) => piece.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

/** The words of a text in their order, in lower case; digits are letters. Its time grows with the text, no faster. */
export function wordsOf(text: string): string[] {
  return Array.from(readable(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) => word.slice(0, LONGEST_WORD));
}
