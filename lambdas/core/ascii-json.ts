/** JSON in ASCII alone, for what takes no other characters of a text than its own. */

/**
 * The JSON of a value, in which every character beyond ASCII is escaped. Any text may so be in a message of SQS, which
 * refuses some characters that a string can hold (AWS: "SendMessage", `#xFFFE` and `#xFFFF`).
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
