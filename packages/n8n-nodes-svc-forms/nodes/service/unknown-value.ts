/** Reads values that come from outside, whose shape is not known. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a value that people type or map; empty when it is no text, number or boolean. */
export function plainText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** The text of a member; undefined when it is absent or no text. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** The objects in a list; whatever else it holds is left out. */
export function recordsIn(value: unknown, name: string): Record<string, unknown>[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter(isRecord) : [];
}
