/** Makes posted text safe for e-mails and headers: control characters, line breaks and length. */

/**
 * Normalizes line breaks to `
 * ` and removes control characters other than tabs, because they are invisible and can control a terminal.
 */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Bidirectional controls, which change the direction of the text after them: `\u202Efdp.exe` reads `exe.pdf`. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Checks that a text has no control characters other than line breaks and tabs, and none that change its
 * direction.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/**
 * Checks that a text is plain and on one line, so that a name can't imitate other content in a list or
 * terminal.
 */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !/[\n\t\u2028\u2029]/.test(text);

/**
 * Returns the text on one line, for headers and titles. It can neither start another header nor change the
 * text direction.
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
 * Returns the first `longest` characters, with an ellipsis if there are more. Surrogate pairs are not split.
 */
export function truncate(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Returns a field's value for people. The values of a repeated field, stored as a JSON array, are separated
 * by commas.
 */
export function displayValue(value: string): string {
  const choices = choicesOf(value);
  return plainText(choices ? choices.join(', ') : value);
}

/**
 * Returns the values of a repeated field, which are stored as a JSON array of strings; undefined for any
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
