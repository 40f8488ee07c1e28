/** Reads what a form posted, by its content type (docs/specification.md, "Ingest"). */
import { BadBody, BodyTooLarge } from '../../core/errors.ts';
import { MAX_PAYLOAD_BYTES, payloadOfFields, payloadOfObject } from '../../submissions/payload.ts';
import { message } from '../../i18n/message.ts';
import type { Bytes } from './byte-source.ts';
import type { FileBuffer } from './file-buffer.ts';
import type { FormBody } from './form-body.ts';
import { parseHeaderValue } from './header-value.ts';
import { readMultipartForm } from './multipart-form.ts';
import { parseJsonForm } from './request-body.ts';
import { parseUrlencodedForm } from './urlencoded-form.ts';

/** A body as it was sent; its bytes may still be arriving. */
export interface EncodedBody {
  readonly contentType: string | undefined;
  readonly bytes: Bytes;
}

/** The fields of a form inside a JSON body that was parsed before. */
export interface ParsedBody {
  readonly members: Readonly<Record<string, unknown>>;
}

/** What becomes of the files in a body. */
export interface FileConfig {
  readonly fileBuffer: FileBuffer;
  /** Of a longer file nothing is kept. */
  readonly maxFileBytes: number;
}

/** JSON may write one byte as six; no text within the limit of a payload is longer than this before decoding. */
const MAX_ENCODED_BYTES = 6 * MAX_PAYLOAD_BYTES + 64 * 1024;

/**
 * The fields and files of a post; the bytes of the files are in the file buffer.
 * @throws BadBody when the body does not hold what its content type says
 * @throws BodyTooLarge above the limits of a payload or of the number of files
 */
export async function readForm(body: EncodedBody | ParsedBody, files: FileConfig): Promise<FormBody> {
  if ('members' in body) return { payload: payloadOfObject(body.members), files: [] };
  const { contentType, bytes } = body;
  const type = parseHeaderValue(contentType ?? '');
  switch (type?.value) {
    case 'multipart/form-data':
      return readMultipartForm(type, bytes, files);
    case 'application/json':
      return { payload: payloadOfObject(parseJsonForm(await wholeBody(bytes))), files: [] };
    case 'application/x-www-form-urlencoded': {
      const fields = parseUrlencodedForm(await wholeBody(bytes), type.parameters.get('charset'));
      return { payload: payloadOfFields(fields), files: [] };
    }
    default:
      throw new BadBody(message('unknown-content-type'));
  }
}

async function wholeBody(bytes: Bytes): Promise<Buffer> {
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
