/**
 * Finds one field in a submitted form before the form has been checked. Reads the body only up to this field
 * and never stores or rejects anything. If the request is accepted, the body is read again.
 */
import { MAX_ENCODED_BYTES, payloadOfFields, payloadOfObject } from '../../core/payload.ts';
import type { Bytes } from './byte-source.ts';
import { decoderOfParameter } from './charset.ts';
import { decompressed } from './content-encoding.ts';
import { parseHeaderValue, type HeaderValue } from './header-value.ts';
import { multipartParts } from './multipart-parts.ts';
import { describePart } from './part-description.ts';
import type { EncodedBody } from './read-form.ts';
import { parseJsonForm } from './request-body.ts';
import { parseUrlencodedForm } from './urlencoded-form.ts';

/**
 * Returns a field's trimmed text. Returns undefined if the field isn't in the first 1.6 MB of the body or if
 * the body can't be read.
 */
export async function findPostedField(
  { contentType, contentEncoding, bytes }: EncodedBody,
  name: string,
): Promise<string | undefined> {
  const type = parseHeaderValue(contentType ?? '');
  if (!type) return undefined;
  try {
    const found = await fieldIn(type, beginningOf(decompressed(bytes, contentEncoding)), name);
    return found?.trim() || undefined;
  } catch {
    // Ignore errors here, because they are reported when the body is read again.
    return undefined;
  }
}

async function fieldIn(type: HeaderValue, bytes: Bytes, name: string): Promise<string | undefined> {
  switch (type.value) {
    case 'multipart/form-data':
      return fieldInMultipart(type, bytes, name);
    case 'application/json':
      return payloadOfObject(parseJsonForm(await collected(bytes))).get(name);
    case 'application/x-www-form-urlencoded':
      return payloadOfFields(parseUrlencodedForm(await collected(bytes), type.parameters.get('charset'))).get(
        name,
      );
    default:
      return undefined;
  }
}

async function fieldInMultipart(type: HeaderValue, bytes: Bytes, name: string): Promise<string | undefined> {
  const decoder = decoderOfParameter(type.parameters.get('charset'));
  for await (const { headers, body } of multipartParts(bytes, type.parameters.get('boundary') ?? '')) {
    const part = describePart({ headers });
    if (part.fileName === undefined && part.name(decoder) === name)
      return (part.decoder ?? decoder).decode(await collected(body));
  }
  return undefined;
}

async function* beginningOf(bytes: Bytes): AsyncGenerator<Uint8Array, void, undefined> {
  let left = MAX_ENCODED_BYTES;
  for await (const piece of bytes) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

async function collected(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
