/** Splits text into words for the spam rules. */

/**
 * Maximum length of a word, in characters. Longer runs of letters aren't words, or are written in a script
 * without spaces.
 */
const MAX_WORD_LENGTH = 40;

/**
 * Normalize the text in small pieces. `normalize` sorts each letter's accents, which takes seconds for a
 * letter with thousands of accents.
 */
const PIECES = /[\s\S]{1,200}/gu;

/**
 * Returns the text as a reader sees it. Replaces characters that only look like letters (`𝗰𝗮𝘀𝗶𝗻𝗼`) and
 * removes invisible characters between letters.
 */
function readable(text: string): string {
  return text
    .replace(PIECES, (piece) => piece.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

/** Returns the words in order and in lowercase. Digits count as letters. The run time is linear. */
export const wordsOf = (text: string): string[] => wordsIn(readable(text));

/**
 * Matches runs of characters that can contain an e-mail address. Characters of scripts that are written
 * without spaces end a run.
 */
const RUNS = /[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}，！？、；（）「」『』《》【】]+/gu;

/** Matches an e-mail address, a URL, or a domain: a dot inside a word, followed by two letters. */
const ADDRESS = /[^@]@[^@]|:\/\/|[^.]\.\p{L}{2}/u;

/** Returns the same words as `wordsOf`, except for those in e-mail addresses and links. */
export function wordsWithoutAddresses(text: string): string[] {
  return wordsIn(readable(text).replace(RUNS, (run) => (ADDRESS.test(run) ? ' ' : run)));
}

function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) => word.slice(0, MAX_WORD_LENGTH));
}
