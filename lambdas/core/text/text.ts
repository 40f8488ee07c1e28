/** Makes submitted text safe for e-mails and headers: handles control characters, line breaks and length. */

/**
 * Normalizes line breaks to LF and removes control characters except tabs. Control characters are invisible
 * and can manipulate a terminal.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/**
 * Matches bidirectional controls, which change the direction of the text that follows: `\u202Efdp.exe` is
 * displayed as `exe.pdf`.
 */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Returns true if the string contains no control characters, except for line breaks and tabs, and doesn't
 * change the text direction.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/**
 * Returns true if the string is plain and on a single line. A name like this can't imitate other content in a
 * list or terminal.
 */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !/[\n\t\u2028\u2029]/.test(text);

/**
 * Converts the text to a single line for headers and titles. The result can't start another header or change
 * the text direction.
 */
export function singleLine(text: string, longest = 200): string {
  return truncate(
    text
      .toWellFormed()
      .replace(BIDI_CONTROLS, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    longest,
  );
}

/**
 * Truncates the text to `longest` characters and appends an ellipsis if any were removed. Doesn't split
 * surrogate pairs.
 */
export function truncate(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Formats a field's value as readable text. Multiple values, which are stored as a JSON array, are separated
 * by commas.
 */
export function displayValue(value: string): string {
  const choices = choicesOf(value);
  return plainText(choices ? choices.join(', ') : value);
}

/**
 * Parses multiple values of a field, which are stored as a JSON array of strings. Returns undefined for any
 * other value.
 */
export function choicesOf(value: string): string[] | undefined {
  if (!value.startsWith('["')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
