/** The payload of a submission: makes the stored map of field name to string from a posted form or JSON object. */
import { BadBody, BodyTooLarge } from './errors.ts';
import { message } from './message.ts';

/** Size limits of the text of a submission (docs/specification.md, "Limits"). */
export const MAX_FIELDS = 200;
export const MAX_PAYLOAD_BYTES = 256 * 1024;
/** JSON may write one byte as six; no text within the limit of a payload is longer than this before decoding. */
export const MAX_ENCODED_BYTES = 6 * MAX_PAYLOAD_BYTES + 64 * 1024;

/** One posted name and value; a name may be posted several times. */
export type PostedField = readonly [name: string, value: string];

/**
 * The values by field name, in the order posted; of a JSON body, JavaScript puts names that look like numbers first. It
 * is a map because field names are untrusted (`__proto__`) and an object would reorder names that look like numbers.
 */
export type Payload = ReadonlyMap<string, string>;

/** The payload of these pairs; of a repeated name the last value stays. */
export function payloadOfPairs(pairs: Iterable<PostedField>): Payload {
  return new Map(pairs);
}

/** The payload as an object for JSON, where the order of members has no meaning. */
export function payloadObject(payload: Payload): Record<string, string> {
  return Object.fromEntries(payload);
}

/**
 * The payload of a form post. A field posted several times becomes one JSON array of strings, like an array in a JSON
 * body (docs/specification.md, "Payload").
 * @throws BodyTooLarge above the limits
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
 * The payload of a JSON object: strings stay as they are, other values become JSON text (docs/specification.md,
 * "Payload").
 * @throws BodyTooLarge above the limits
 * @throws BadBody when it is nested too deeply for `JSON.stringify`
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

/** The payload without fields that are instructions to the service, such as the honeypot. */
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
