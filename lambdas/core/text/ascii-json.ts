/** Serializes JSON as ASCII, for services that don't accept all Unicode characters. */

/**
 * Serializes a value as JSON and escapes all non-ASCII characters because SQS rejects messages that contain
 * certain characters (AWS: "SendMessage", `#xFFFE` and `#xFFFF`).
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
