/**
 * Parses the headers of a `multipart/form-data` part (RFC 7578): field name, file name, type and encoding.
 */
import { BadBody } from '../../core/errors/errors.ts';
import { mediaTypeOf } from '../../core/text/file-name.ts';
import { decoderOf, decoderOfParameter, type Decoder } from './charset.ts';
import { parseHeaderValue } from './header-value.ts';
import type { Part } from './multipart-parts.ts';
import { percentDecode } from './percent-decoding.ts';

/** Decodes the text. Call it after the last field because the form's encoding might not be known earlier. */
type Undecoded = (decoder: Decoder) => string;

export interface PartDescription {
  readonly name: Undecoded;
  /** Undefined for text fields. */
  readonly fileName: Undecoded | undefined;
  readonly contentType: string;
  /**
   * Decoder for the encoding that a text field's part specifies. Undefined if the part specifies no encoding.
   */
  readonly decoder: Decoder | undefined;
  /** The part's `Content-Length`, if present. */
  readonly declaredBytes: number | undefined;
  /** Combined size of the field name and file name, in bytes. Counts towards the text limit. */
  readonly nameBytes: number;
}

/** Transfer encodings that leave the bytes unchanged. */
const PLAIN_TRANSFER = ['7bit', '8bit', 'binary'];

/**
 * Parses the headers that describe a part.
 * @throws BadBody if the part has no field name, uses a mail encoding (base64), or has an unknown charset
 */
export function describePart({ headers }: Pick<Part, 'headers'>): PartDescription {
  const disposition = parseHeaderValue(headers.get('content-disposition') ?? '');
  const name = disposition?.parameters.get('name');
  if (disposition?.value !== 'form-data' || name === undefined)
    throw new BadBody(
      'A part of the body does not name its field, for example Content-Disposition: form-data; name="email".',
    );
  const transfer = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!PLAIN_TRANSFER.includes(transfer))
    throw new BadBody('Parts of the body must not use a Content-Transfer-Encoding such as base64.');

  const plain = disposition.parameters.get('filename');
  const extended = disposition.parameters.get('filename*');
  const contentType = headers.get('content-type');
  const charset = parseHeaderValue(contentType ?? '')?.parameters.get('charset');
  const length = headers.get('content-length');
  const fileName = fileNameOf(plain, extended);
  return {
    name: unescaped(name),
    fileName,
    contentType: mediaTypeOf(contentType),
    decoder: fileName || charset === undefined ? undefined : decoderOfParameter(charset),
    declaredBytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    nameBytes: name.length + (plain?.length ?? 0) + (extended?.length ?? 0),
  };
}

/**
 * Escape sequences that browsers use in field names and file names (HTML standard, "multipart/form-data
 * encoding algorithm").
 */
const ESCAPES: Readonly<Record<string, string>> = { '%0A': '\n', '%0D': '\r', '%22': '"' };

function unescaped(raw: string): Undecoded {
  const bytes = Buffer.from(raw, 'latin1');
  return (decoder) => decoder.decode(bytes).replace(/%0A|%0D|%22/g, (found) => ESCAPES[found] ?? found);
}

/** Prefers `filename*` (RFC 5987) to `filename`, unless `filename*` is malformed. */
function fileNameOf(plain: string | undefined, extended: string | undefined): Undecoded | undefined {
  const [, charset, encoded] = /^([^']+)'[^']*'(.*)$/.exec(extended ?? '') ?? [];
  const decoder = charset === undefined ? undefined : decoderOf(charset);
  if (decoder && encoded !== undefined) {
    const text = decoder.decode(percentDecode(Buffer.from(encoded, 'latin1')));
    return () => text;
  }
  return plain === undefined && extended === undefined ? undefined : unescaped(plain ?? '');
}
