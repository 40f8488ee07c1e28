/** Reads external values of unknown shape. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the text of a value that a user entered or mapped. Returns an empty string unless the value is a
 * string, number or boolean.
 */
export function plainText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Returns a text property of an object, or undefined if it's absent or not text. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** Returns the objects in a list and skips everything else. */
export function recordsIn(value: unknown, name: string): Record<string, unknown>[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter(isRecord) : [];
}
