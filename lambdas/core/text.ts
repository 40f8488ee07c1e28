/** Makes posted text safe to show in e-mails and headers: control characters, line breaks, length. */

/**
 * The text with all line breaks as `\n` and without other control characters than tabs, which are invisible and may
 * control a terminal.
 */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Bidirectional controls, which change the direction of the text after them: `\u202Efdp.exe` reads `exe.pdf`. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Whether a text is free of control characters other than line breaks and tabs, and of those that change its direction. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/** Whether a text is plain and stands on one line: a name that can pass for nothing else in a list or a terminal. */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !/[\n\t\u2028\u2029]/.test(text);

/** The text in one line, for headers and titles: it can neither begin another header nor change text direction. */
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

/** The first `longest` characters, with an ellipsis when there are more; a surrogate pair is not cut in two. */
export function truncate(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The value of a field for people; the values of a repeated field, stored as a JSON array, separated by commas. */
export function displayValue(value: string): string {
  const choices = choicesOf(value);
  return plainText(choices ? choices.join(', ') : value);
}

/** The values of a repeated field, which are stored as a JSON array of strings; undefined for any other value. */
export function choicesOf(value: string): string[] | undefined {
  if (!value.startsWith('["')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
