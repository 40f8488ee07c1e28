/** The raw body of a gateway event, and JSON out of it. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { BadBody } from '../domain/failures.ts';
import { detail } from '../domain/translations/detail.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body's bytes as the client sent them; empty when there was none. */
export function bodyBytes(event: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * The body as JSON.
 * @param parse reads the text; throws when it is not JSON
 * @throws BadBody when it is absent, not UTF-8 or not JSON
 */
export function jsonBody(bytes: Uint8Array, parse: (text: string) => unknown = parseJson): unknown {
  if (bytes.length === 0) throw new BadBody(detail('no-body'));
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new BadBody(detail('not-utf8'), { cause });
  }
  try {
    return parse(text);
  } catch (cause) {
    throw new BadBody(detail('not-json'), { cause });
  }
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
