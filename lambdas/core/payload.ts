/** Creates a submission's payload, a map from field names to strings, from form fields or a JSON object. */
import { BadBody, BodyTooLarge } from './errors/errors.ts';
import { message } from './errors/message.ts';

/** Size limits for a submission's text (docs/limits.md, "Limits"). */
export const MAX_FIELDS = 200;
export const MAX_PAYLOAD_BYTES = 256 * 1024;
/**
 * Maximum size of an encoded body. JSON can encode one byte as six, so no valid payload exceeds this size
 * before decoding.
 */
export const MAX_ENCODED_BYTES = 6 * MAX_PAYLOAD_BYTES + 64 * 1024;

/** A submitted field's name and value. Names can occur several times. */
export type PostedField = readonly [name: string, value: string];

/**
 * Values by field name, in the order of submission. A map is safe for untrusted field names (`__proto__`) and
 * keeps their order. An object would move names that look like numbers to the front, as `JSON.parse` does for
 * JSON bodies.
 */
export type Payload = ReadonlyMap<string, string>;

/** Builds the payload from name-value pairs. If a name is repeated, the last value wins. */
export function payloadOfPairs(pairs: Iterable<PostedField>): Payload {
  return new Map(pairs);
}

/** Converts the payload to an object for JSON, where the order of properties doesn't matter. */
export function payloadObject(payload: Payload): Record<string, string> {
  return Object.fromEntries(payload);
}

/**
 * Builds the payload from form fields. A field submitted several times becomes a JSON array of strings, like
 * an array in a JSON body (docs/specification.md, "Payload").
 * @throws BodyTooLarge when the payload exceeds the limits
 */
export function payloadOfFields(fields: readonly PostedField[]): Payload {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  const pairs = Array.from(values, ([name, all]): PostedField => {
    const [only = '', ...others] = all;
    return [name, others.length === 0 ? only : JSON.stringify(all)];
  });
  return withinLimits(payloadOfPairs(pairs), fields.length);
}

/**
 * Builds the payload from a JSON object. Strings are kept, and other values are serialized as JSON
 * (docs/specification.md, "Payload").
 * @throws BodyTooLarge when the payload exceeds the limits
 * @throws BadBody when the object is nested too deeply for `JSON.stringify`
 */
export function payloadOfObject(members: Readonly<Record<string, unknown>>): Payload {
  const names = Object.keys(members);
  if (names.length > MAX_FIELDS) throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
  const pairs = Object.entries(members).map(([name, value]): PostedField => [
    name,
    typeof value === 'string' ? value : jsonText(value),
  ]);
  return withinLimits(payloadOfPairs(pairs), pairs.length);
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new BadBody(message('nested-too-deeply'), { cause });
  }
}

/** Removes control fields, such as the honeypot, from the payload. */
export function withoutControlFields(payload: Payload, isControlField: (name: string) => boolean): Payload {
  return payloadOfPairs([...payload].filter(([name]) => !isControlField(name)));
}

function withinLimits(payload: Payload, fields: number): Payload {
  if (fields > MAX_FIELDS) throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
  let bytes = 0;
  for (const [name, value] of payload) bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
  if (bytes > MAX_PAYLOAD_BYTES) {
    throw new BodyTooLarge(message('too-much-text', { limit: MAX_PAYLOAD_BYTES }));
  }
  return payload;
}
