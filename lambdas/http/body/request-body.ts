/** The raw body of a gateway event, and JSON out of it. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { BadBody } from '../../core/errors.ts';
import { message } from '../../i18n/message.ts';
import { parseHeaderValue } from './header-value.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body's bytes as the client sent them; empty when there was none. */
export function bodyBytes(event: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * The body of an operation that takes nothing but JSON; without a content type it counts as JSON.
 * @throws BadBody when its content type is another one, and as `jsonObject`
 */
export function jsonRequestBody(
  event: Pick<APIGatewayProxyEventV2, 'headers' | 'body' | 'isBase64Encoded'>,
): Record<string, unknown> {
  const contentType = event.headers['content-type'];
  if (contentType !== undefined && parseHeaderValue(contentType)?.value !== 'application/json')
    throw new BadBody(message('json-needed'));
  return jsonObject(bodyBytes(event));
}

/**
 * The JSON object that the body is.
 * @param parse reads the text; throws when it is not JSON
 * @throws BadBody when it is absent, not UTF-8, not JSON or not an object (DESIGN section 1)
 */
export function jsonObject(
  bytes: Uint8Array,
  parse: (text: string) => unknown = parseJson,
): Record<string, unknown> {
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

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/**
 * Whether an escape stands for half of a surrogate pair (`"\ud83d"`, what is left of an emoji that was cut in two).
 * JSON lets one write it, but it is no text: UTF-8 has no bytes for it, and the store refuses it.
 */
function holdsHalfACharacter(json: string): boolean {
  const unescaped = json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/gi, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return !unescaped.isWellFormed();
}
