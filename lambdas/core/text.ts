/** What was posted, as a person reads it. */

/**
 * Line breaks as `\n`, those of Unicode too, and no other control characters than tabs: they show nothing and may
 * steer a terminal.
 */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Characters that turn the direction of all text after them: `\u202Efdp.exe` reads `exe.pdf`. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** In one line: what goes into a header or a title must not begin another one, nor turn what stands after it. */
export function singleLine(text: string, longest = 200): string {
  return truncate(
    text
      .toWellFormed()
      .replace(TURNING, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    longest,
  );
}

/** At most so many characters, and an ellipsis when there were more; a surrogate pair is not cut in two. */
export function truncate(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The value of a field; the choices of a repeated one, which are stored as a JSON array, one after the other. */
export function displayValue(value: string): string {
  const choices = choicesOf(value);
  return plainText(choices ? choices.join(', ') : value);
}

function choicesOf(value: string): string[] | undefined {
  if (!value.startsWith('["')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
