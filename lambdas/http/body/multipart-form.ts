/**
 * Parses `multipart/form-data` bodies. Collects the text fields and passes files to the file buffer as they
 * arrive.
 */
import { BadBody, BodyTooLarge } from '../../core/errors/errors.ts';
import { safeFileName } from '../../core/text/file-name.ts';
import { MAX_FIELDS, MAX_PAYLOAD_BYTES, payloadOfFields, type PostedField } from '../../core/payload.ts';
import { message } from '../../core/errors/message.ts';
import type { Bytes } from './byte-source.ts';
import { CHARSET_FIELD, decoderOf, decoderOfParameter, utf8, type Decoder } from './charset.ts';
import { MAX_FILES, type FormFile, type FormBody } from './form-body.ts';
import type { HeaderValue } from './header-value.ts';
import { multipartParts } from './multipart-parts.ts';
import { describePart, type PartDescription } from './part-description.ts';
import type { FileConfig } from './read-form.ts';

interface Text extends PartDescription {
  readonly bytes: Buffer;
}
interface File extends PartDescription, Pick<FormFile, 'size' | 'read'> {
  readonly fileName: NonNullable<PartDescription['fileName']>;
}

/** Maximum length of a boundary, in characters. This limit is higher than RFC 2046's, which is 70. */
const MAX_BOUNDARY = 200;

/**
 * Reads the whole body and returns its fields and files. Never keeps more than one chunk of a file in memory.
 * @throws BadBody if the body doesn't match its content type or has no parts
 * @throws BodyTooLarge above 200 fields, 256 KiB of text or ten files
 */
export async function readMultipartForm(
  contentType: HeaderValue,
  bytes: Bytes,
  { fileBuffer, maxFileBytes }: FileConfig,
): Promise<FormBody> {
  const boundary = contentType.parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY)
    throw new BadBody(
      'The content type does not contain the boundary, for example multipart/form-data; boundary=xyz.',
    );
  const byHeader = decoderOfParameter(contentType.parameters.get('charset'));

  const texts: Text[] = [];
  const files: File[] = [];
  const limits = textLimits();
  let isEmpty = true;
  for await (const { headers, start, body } of multipartParts(bytes, boundary)) {
    isEmpty = false;
    const part = describePart({ headers });
    limits.addText(part.nameBytes);
    const { fileName } = part;
    if (fileName === undefined) {
      limits.addField();
      texts.push({ ...part, bytes: await collected(body, limits) });
      continue;
    }
    const isNamed = fileName(byHeader) !== '';
    if (isNamed && files.length === MAX_FILES)
      throw new BodyTooLarge(message('too-many-files', { limit: MAX_FILES }));
    const { declaredBytes } = part;
    const buffered = await fileBuffer.receive(body, { maxBytes: maxFileBytes, declaredBytes, start });
    // Browsers submit an empty file input as an empty file without a name, so skip it.
    if (isNamed || buffered.size > 0) files.push({ ...part, fileName, ...buffered });
    else limits.addField();
  }
  if (isEmpty) throw new BadBody(message('no-fields'));
  const decoder = decoderOfForm(texts) ?? byHeader;
  return {
    payload: payloadOfFields(
      texts.map((text): PostedField => [text.name(decoder), (text.decoder ?? decoder).decode(text.bytes)]),
    ),
    files: files.map((file) => ({
      field: file.name(decoder),
      name: safeFileName(file.fileName(decoder)),
      content_type: file.contentType,
      size: file.size,
      read: file.read,
    })),
  };
}

/**
 * Returns the decoder for the encoding in the form's `_charset_` field (RFC 7578, section 4.6). Returns
 * undefined if the field is missing or the encoding is unknown.
 */
function decoderOfForm(texts: readonly Text[]): Decoder | undefined {
  const own = texts.find(({ name }) => name(utf8) === CHARSET_FIELD);
  return own && decoderOf(utf8.decode(own.bytes));
}

/**
 * Rejects bodies with too much text while they are still arriving. The payload limits are checked later,
 * after decoding.
 */
function textLimits() {
  let fields = 0;
  let bytes = 0;
  return {
    addField(): void {
      fields += 1;
      if (fields > MAX_FIELDS) throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
    },
    addText(count: number): void {
      bytes += count;
      if (bytes > MAX_PAYLOAD_BYTES)
        throw new BodyTooLarge(message('too-much-text', { limit: MAX_PAYLOAD_BYTES }));
    },
  };
}

async function collected(
  body: AsyncIterable<Buffer>,
  limits: Pick<ReturnType<typeof textLimits>, 'addText'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) {
    limits.addText(piece.length);
    pieces.push(piece);
  }
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}
