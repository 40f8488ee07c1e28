/** The bytes of a request's body, and the JSON object that they hold. */
import { BadBody, BodyTooLarge } from '../../core/errors.ts';
import { message } from '../../core/message.ts';
import { MAX_FIELDS } from '../../core/payload.ts';
import { decompressed } from './content-encoding.ts';
import { parseHeaderValue } from './header-value.ts';
import { countMembers } from './json-members.ts';

/** The body as a gateway event holds it. */
interface EventBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}
/** A body with the headers that say how to read it. */
export interface RequestEvent extends EventBody {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Bytes of the JSON body of an operation at most, unless it has a limit of its own. */
export const MAX_JSON_BYTES = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body's bytes as the client sent them; empty when there was none. */
export function bodyBytes({ body, isBase64Encoded }: EventBody): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * The body's bytes, decompressed.
 * @throws BodyTooLarge above `maxBytes`: unread when it was sent with more, else as soon as it unpacks to more
 * @throws UnsupportedEncoding, BadBody when it cannot be decompressed
 */
export async function wholeBody(event: RequestEvent, maxBytes: number): Promise<Buffer> {
  const { body = '', isBase64Encoded, headers } = event;
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > maxBytes)
    throw new BodyTooLarge(message('body-too-long', { limit: maxBytes }));
  const pieces: Uint8Array[] = [];
  for await (const piece of decompressed([bodyBytes(event)], headers['content-encoding'], maxBytes))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * The body of an operation that takes nothing but JSON; without a content type it counts as JSON.
 * @throws BodyTooLarge above `maxBytes`; it is not parsed then
 * @throws BadBody when it has another content type, or is absent, not UTF-8, not JSON or not an object
 * @throws UnsupportedEncoding when it is compressed in another way than `CONTENT_ENCODINGS`
 */
export async function jsonRequestBody(
  event: RequestEvent,
  maxBytes = MAX_JSON_BYTES,
): Promise<Record<string, unknown>> {
  const contentType = event.headers['content-type'];
  if (contentType !== undefined && parseHeaderValue(contentType)?.value !== 'application/json')
    throw new BadBody(message('json-needed'));
  return jsonObject(await wholeBody(event, maxBytes), (text) => JSON.parse(text) as unknown);
}

/**
 * The fields of a form that is posted as JSON. Numbers that JavaScript cannot hold (64-bit ids, 1e400) are written
 * out again as they came.
 * @throws BadBody when the body is absent, not UTF-8, not JSON or not an object
 * @throws BodyTooLarge above 200 members, without parsing them
 */
export function parseJsonForm(bytes: Uint8Array): Record<string, unknown> {
  return jsonObject(bytes, (text) => {
    if (countMembers(text, MAX_FIELDS) > MAX_FIELDS)
      throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
    return parseWithExactNumbers(text);
  });
}

/** @param parse throws when the text is not JSON */
function jsonObject(bytes: Uint8Array, parse: (text: string) => unknown): Record<string, unknown> {
  if (bytes.length === 0) throw new BadBody(message('no-body'));
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new BadBody(message('not-utf8'), { cause });
  }
  let value: unknown;
  try {
    value = parse(withWholeCharacters(text));
  } catch (cause) {
    if (cause instanceof BodyTooLarge) throw cause;
    throw new BadBody(message('not-json'), { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadBody(message('not-an-object'));
  return value as Record<string, unknown>;
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

function parseWithExactNumbers(text: string): unknown {
  if (!MAY_HOLD_SUCH_NUMBERS.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value;
    const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isExact ? value : json.rawJSON(source);
  });
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** An escaped surrogate pair, one half of it, or any other escape. */
const ESCAPES =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\[^]/g;

/**
 * The JSON text with each escape that is half of a surrogate pair (`"\ud83d"`, what is left of an emoji that was cut in
 * two) replaced by that of U+FFFD. JSON allows halves, but they are no text: UTF-8 has no bytes for them, and the store
 * refuses them. A browser that posts a form replaces them in the same way.
 */
function withWholeCharacters(text: string): string {
  if (!ESCAPED_SURROGATE.test(text)) return text;
  return text.replace(ESCAPES, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'));
}
