/** The bytes of a request's body, and the JSON object that they hold. */
import { BadBody } from '../../core/errors.ts';
import { message } from '../../i18n/message.ts';
import { parseHeaderValue } from './header-value.ts';

/** The body as a gateway event holds it. */
interface EventBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body's bytes as the client sent them; empty when there was none. */
export function bodyBytes({ body, isBase64Encoded }: EventBody): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * The body of an operation that takes nothing but JSON; without a content type it counts as JSON.
 * @throws BadBody when it has another content type, or is absent, not UTF-8, not JSON or not an object
 */
export function jsonRequestBody(
  event: EventBody & { readonly headers: Readonly<Record<string, string | undefined>> },
): Record<string, unknown> {
  const contentType = event.headers['content-type'];
  if (contentType !== undefined && parseHeaderValue(contentType)?.value !== 'application/json')
    throw new BadBody(message('json-needed'));
  return jsonObject(bodyBytes(event), (text) => JSON.parse(text) as unknown);
}

/**
 * The fields of a form that is posted as JSON. Numbers that JavaScript cannot hold (64-bit ids, 1e400) are written
 * out again as they came.
 * @throws BadBody when the body is absent, not UTF-8, not JSON or not an object
 */
export function parseJsonForm(bytes: Uint8Array): Record<string, unknown> {
  return jsonObject(bytes, parseWithExactNumbers);
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
    value = parse(text);
  } catch (cause) {
    throw new BadBody(message('not-json'), { cause });
  }
  if (holdsHalfACharacter(text)) throw new BadBody(message('half-a-character'));
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

/**
 * Whether an escape is half of a surrogate pair (`"\ud83d"`, what is left of an emoji that was cut in two). JSON
 * allows it, but it is no text: UTF-8 has no bytes for it, and the store refuses it.
 */
function holdsHalfACharacter(text: string): boolean {
  const unescaped = text.replaceAll(/\\(?:u([0-9a-f]{4})|.)/gi, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return !unescaped.isWellFormed();
}
