/** A form posted as JSON. */
import { jsonObject } from './request-body.ts';

/**
 * The members of the object that the body is. Numbers that JavaScript cannot hold (64-bit ids, 1e400) stay what
 * they were when they are written out again.
 * @throws BadBody when it is absent, not UTF-8, not JSON or not an object
 */
export function parseJsonForm(bytes: Uint8Array): Record<string, unknown> {
  return jsonObject(bytes, parseExactly);
}

/** Node has these (TC39 "JSON.parse source text access"); the compiler's library does not know them yet. */
const json = JSON as unknown as {
  parse(
    text: string,
    revive: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};
const MAY_HOLD_SUCH_NUMBERS = /\d{16}|\de/i;

function parseExactly(text: string): unknown {
  if (!MAY_HOLD_SUCH_NUMBERS.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value;
    const isKept = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isKept ? value : json.rawJSON(source);
  });
}
