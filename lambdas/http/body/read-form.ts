/** Reading what a form posted, by its content type (specification, "Ingest"). */
import { BadBody, BodyTooLarge } from '../../core/errors.ts';
import { MAX_PAYLOAD_BYTES, payloadOfFields, payloadOfObject } from '../../submissions/payload.ts';
import type { FormBody } from '../../ingest/form-body.ts';
import { message } from '../../i18n/message.ts';
import type { Bytes } from './byte-source.ts';
import type { FileBuffer } from './file-buffer.ts';
import { parseHeaderValue } from './header-value.ts';
import { parseJsonForm } from './json-form.ts';
import { readMultipartForm } from './multipart-form.ts';
import { parseUrlencodedForm } from './urlencoded-form.ts';

export interface EncodedBody {
  readonly contentType: string | undefined;
  readonly bytes: Bytes;
}

/** JSON may write one byte as six; no text within the limit of a payload is longer than this before decoding. */
const MAX_ENCODED_BYTES = 6 * MAX_PAYLOAD_BYTES + 64 * 1024;

/**
 * The fields and files of a post; the bytes of files are with the spool.
 * @throws BadBody when the body does not hold what its content type says
 * @throws BodyTooLarge above the limits of a payload or of the number of files
 */
export async function readForm({ contentType, bytes }: EncodedBody, spool: FileBuffer): Promise<FormBody> {
  const type = parseHeaderValue(contentType ?? '');
  switch (type?.value) {
    case 'multipart/form-data':
      return readMultipartForm(type, bytes, spool);
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
