/** Counts the members of a JSON object without parsing their values. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Counts the members of the outermost object. Stops once the count exceeds `most`. Assumes that the text is
 * valid JSON.
 */
export function countMembers(text: string, most: number): number {
  let count = 1;
  let depth = 0;
  for (let at = 0; at < text.length && count <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === COMMA && depth === 1) count += 1;
    else if (OPENING.includes(code)) depth += 1;
    else if (CLOSING.includes(code)) depth -= 1;
  }
  return count;
}

/** Returns the position of a JSON string's closing quote, or the length of the text if there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
