/** ASCII-only JSON, for services that don't accept all Unicode characters. */

/**
 * Returns a value as JSON with all non-ASCII characters escaped. SQS rejects messages with some characters
 * that a string can contain (AWS: "SendMessage", `#xFFFE` and `#xFFFF`); escaping makes any text safe to
 * send.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
