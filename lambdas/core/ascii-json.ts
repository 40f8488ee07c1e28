/** ASCII-only JSON for services that don't accept all Unicode characters. */

/**
 * Serializes a value as JSON and escapes all non-ASCII characters. SQS rejects messages that contain certain
 * characters (AWS: "SendMessage", `#xFFFE` and `#xFFFF`). Escaping makes any text safe to send.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
