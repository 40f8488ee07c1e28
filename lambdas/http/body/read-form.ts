/** Parses a submitted form according to its content type (docs/specification.md, "Ingest"). */
import { BadBody, BodyTooLarge } from '../../core/errors/errors.ts';
import {
  MAX_ENCODED_BYTES,
  MAX_PAYLOAD_BYTES,
  payloadOfFields,
  payloadOfObject,
} from '../../core/payload.ts';
import { message } from '../../core/errors/message.ts';
import type { Bytes } from './byte-source.ts';
import { decompressed } from './content-encoding.ts';
import type { FileBuffer } from './file-buffer.ts';
import type { FormBody } from './form-body.ts';
import { parseHeaderValue } from './header-value.ts';
import { readMultipartForm } from './multipart-form.ts';
import { parseJsonForm } from './request-body.ts';
import { parseUrlencodedForm } from './urlencoded-form.ts';

/** A request body as sent by the client. The client might still be sending it. */
export interface EncodedBody {
  readonly contentType: string | undefined;
  /** The `Content-Encoding` header. */
  readonly contentEncoding?: string | undefined;
  readonly bytes: Bytes;
}

/** Fields from a JSON body that has already been parsed. */
export interface ParsedBody {
  readonly members: Readonly<Record<string, unknown>>;
}

/** How to handle the files in a body. */
export interface FileConfig {
  readonly fileBuffer: FileBuffer;
  /** Maximum size of a file, in bytes. The content of larger files is discarded. */
  readonly maxFileBytes: number;
}

/**
 * Returns the form's fields and files. The files' bytes are in the file buffer.
 * @throws BadBody if the body doesn't match its content type or has no fields
 * @throws BodyTooLarge if the payload or the number of files exceeds its limit
 * @throws UnsupportedEncoding if the body's compression isn't in `CONTENT_ENCODINGS`
 */
export async function readForm(body: EncodedBody | ParsedBody, files: FileConfig): Promise<FormBody> {
  if ('members' in body) return { payload: payloadOfObject(body.members), files: [] };
  const { contentType, contentEncoding } = body;
  const type = parseHeaderValue(contentType ?? '');
  const bytes = decompressed(body.bytes, contentEncoding);
  switch (type?.value) {
    case 'multipart/form-data':
      return readMultipartForm(type, bytes, files);
    case 'application/json':
      return formOfJson(await collected(bytes));
    case 'application/x-www-form-urlencoded': {
      const form = await collected(bytes);
      if (isJson(form)) throw new BadBody(message('json-as-form'));
      const fields = parseUrlencodedForm(form, type.parameters.get('charset'));
      if (fields.length === 0) throw new BadBody(message('no-fields'));
      return { payload: payloadOfFields(fields), files: [] };
    }
    default:
      throw new BadBody(message('unknown-content-type'));
  }
}

/** Matches the beginning of a JSON object or list. HTML forms send these characters percent-encoded. */
const JSON_START = /^\s*[[{]/;
const JSON_WITH_TEXT = /^\s*[[{][\s[{]*"/;

/**
 * Returns true if the body is JSON but has the content type of a form, which is curl's default. Parsed as a
 * form, the whole body would become one field's name.
 */
function isJson(bytes: Buffer): boolean {
  // Decode only the beginning, because most submitted forms aren't JSON.
  if (!JSON_START.test(bytes.subarray(0, 64).toString('utf8'))) return false;
  const text = bytes.toString('utf8');
  if (JSON_WITH_TEXT.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function formOfJson(bytes: Buffer): FormBody {
  const payload = payloadOfObject(parseJsonForm(bytes));
  if (payload.size === 0) throw new BadBody(message('no-fields'));
  return { payload, files: [] };
}

async function collected(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > MAX_ENCODED_BYTES)
      throw new BodyTooLarge(message('too-much-text', { limit: MAX_PAYLOAD_BYTES }));
    pieces.push(piece);
  }
  if (length === 0) throw new BadBody(message('no-body'));
  return Buffer.concat(pieces);
}
