/** Reads the bytes of a request body and parses it as a JSON object. */
import { BadBody, BodyTooLarge } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import { MAX_FIELDS } from '../../core/payload.ts';
import { decompressed } from './content-encoding.ts';
import { parseHeaderValue } from './header-value.ts';
import { countMembers } from './json-members.ts';

/** A request body in an API Gateway event. */
interface EventBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}
/** A request body and the headers needed to read it. */
export interface RequestEvent extends EventBody {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Default maximum size of an operation's JSON body, in bytes. */
export const MAX_JSON_BYTES = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the body's bytes as sent by the client, or an empty buffer if there was no body. */
export function bodyBytes({ body, isBase64Encoded }: EventBody): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * Returns the body's decompressed bytes.
 * @throws BodyTooLarge if the body exceeds `maxBytes`, either as sent or while it's being decompressed
 * @throws UnsupportedEncoding, BadBody if the body can't be decompressed
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
 * Returns the body of an operation that accepts only JSON. If there is no content type, JSON is assumed.
 * @throws BodyTooLarge above `maxBytes`, without parsing
 * @throws BadBody if it has another content type, or is absent, not UTF-8, not JSON or not an object
 * @throws UnsupportedEncoding if the body's compression isn't in `CONTENT_ENCODINGS`
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
 * Returns the fields of a form submitted as JSON. Numbers that JavaScript can't represent (64-bit ids, 1e400)
 * keep their exact digits.
 * @throws BadBody if the body is absent, not UTF-8, not JSON or not an object
 * @throws BodyTooLarge above 200 members, without parsing the members
 */
export function parseJsonForm(bytes: Uint8Array): Record<string, unknown> {
  return jsonObject(bytes, (text) => {
    if (countMembers(text, MAX_FIELDS) > MAX_FIELDS)
      throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
    return parseWithExactNumbers(text);
  });
}

/**
 * Parses bytes as a JSON object.
 * @param parse throws if the text isn't JSON
 */
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

/**
 * Node supports these features (TC39 "JSON.parse source text access"), but TypeScript's library doesn't
 * declare them yet.
 */
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
/** Matches an escaped surrogate pair, half of one, or any other escape. */
const ESCAPES =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\[^]/g;

/**
 * Replaces each escaped lone surrogate in JSON text (`"\ud83d"`, for example from a truncated emoji) with an
 * escaped U+FFFD. JSON allows lone surrogates, but they can't be encoded in UTF-8 and DynamoDB rejects them.
 * Browsers make the same replacement when they submit a form.
 */
function withWholeCharacters(text: string): string {
  if (!ESCAPED_SURROGATE.test(text)) return text;
  return text.replace(ESCAPES, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'));
}
