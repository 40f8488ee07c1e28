/** From what was posted to the stored payload: a map of field name to string. */
import { BadBody, BodyTooLarge } from '../core/errors.ts';
import { message } from '../i18n/message.ts';

/** DESIGN section 1, "Size of the text payload". */
export const MAX_FIELDS = 200;
export const MAX_PAYLOAD_BYTES = 256 * 1024;

/** One name and value as posted, in order; a name may come several times. */
export type PostedField = readonly [name: string, value: string];

/**
 * In the order posted, but for members of JSON that look like numbers: JavaScript reads those first. No object: field names are the form's own, `__proto__` among them, and an object would put the
 * names that look like numbers first.
 */
export type Payload = ReadonlyMap<string, string>;

/** The payload that these pairs make; of a name that comes twice the last one stays. */
export function payloadOfPairs(pairs: Iterable<PostedField>): Payload {
  return new Map(pairs);
}

/** As JSON shows it, where the order of members says nothing. */
export function payloadObject(payload: Payload): Record<string, string> {
  return Object.fromEntries(payload);
}

/**
 * The fields of a form post. A field posted several times becomes one JSON array of strings, as a JSON body's
 * array would be (DESIGN section 1, "Repeated form fields").
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
 * The members of a JSON object: strings as they are, everything else JSON-stringified (specification,
 * "Submission").
 * @throws BodyTooLarge above the limits
 * @throws BadBody when it is nested deeper than can be written out again
 */
export function payloadOfObject(members: Readonly<Record<string, unknown>>): Payload {
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

/** The payload without the fields that steer the service. */
export function withoutControlFields(payload: Payload, names: readonly string[]): Payload {
  return payloadOfPairs([...payload].filter(([name]) => !names.includes(name)));
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
