/**
 * Extracts the visitor's input from a rejected request so that the error page can show it again. Never stores
 * or rejects anything. If the body is too large or malformed, returns the fields that can be read from its
 * beginning.
 */
import { safeFileName } from '../../core/text/file-name.ts';
import { MAX_FIELDS, MAX_PAYLOAD_BYTES, type PostedField } from '../../core/payload.ts';
import type { Bytes } from './byte-source.ts';
import { CHARSET_FIELD, decoderOfParameter, type Decoder } from './charset.ts';
import { MAX_FILES } from './form-body.ts';
import { parseHeaderValue, type HeaderValue } from './header-value.ts';
import { multipartParts } from './multipart-parts.ts';
import { describePart } from './part-description.ts';
import { parseUrlencodedForm } from './urlencoded-form.ts';

/** A field with the value that the visitor entered. For file fields, the value contains the files' names. */
export interface TypedField {
  readonly name: string;
  readonly values: readonly string[];
  readonly files: readonly string[];
}

export interface TypedFields {
  readonly fields: readonly TypedField[];
  /** True if some data was left out because it exceeded a submission's limits or couldn't be read. */
  readonly isShortened: boolean;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** URL encoding uses up to three bytes for each byte of text (`%C3%BC`). */
const MAX_ENCODED_BYTES = 3 * MAX_PAYLOAD_BYTES;

/**
 * Returns the non-empty fields of a plain form, up to a submission's limits for fields, files and bytes of
 * text.
 * @param isControlField identifies fields that visitors shouldn't see
 */
export async function readTypedFields(
  { contentType, bytes }: { readonly contentType: string | undefined; readonly bytes: Bytes },
  isControlField: (name: string) => boolean,
): Promise<TypedFields> {
  const list = typedList((name) => name === CHARSET_FIELD || isControlField(name));
  const type = parseHeaderValue(contentType ?? '');
  try {
    if (type?.value === 'application/x-www-form-urlencoded')
      addUrlencoded(type, await beginningOf(bytes), list);
    if (type?.value === 'multipart/form-data') await addMultipart(type, bytes, list);
  } catch {
    // Ignore the error because the page already explains what is wrong with the body.
    list.shorten();
  }
  return list.result();
}

/** Collects fields up to a submission's limits. */
function typedList(isHidden: (name: string) => boolean) {
  const fields = new Map<string, { values: string[]; files: string[] }>();
  let bytes = 0;
  let isShortened = false;
  return {
    shorten(): void {
      isShortened = true;
    },
    /** Adds a field. Returns false if a limit has been reached. */
    add({ name, value, isFile }: Entry): boolean {
      if (isHidden(name) || value.trim() === '') return true;
      const room = MAX_PAYLOAD_BYTES - bytes - Buffer.byteLength(name);
      if (room <= 0) {
        isShortened = true;
        return false;
      }
      const shown = withinBytes(value, room);
      bytes += Buffer.byteLength(name) + Buffer.byteLength(shown);
      const isCut = shown.length < value.length;
      isShortened ||= isCut;
      const field = fields.get(name) ?? { values: [], files: [] };
      fields.set(name, field);
      (isFile ? field.files : field.values).push(shown);
      return !isCut;
    },
    result: (): TypedFields => ({
      fields: Array.from(fields, ([name, { values, files }]) => ({ name, values, files })),
      isShortened,
    }),
  };
}
type TypedList = ReturnType<typeof typedList>;

/** Truncates the text to a maximum number of UTF-8 bytes without splitting a character. */
function withinBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  return bytes
    .subarray(0, most)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

/** Returns the beginning of the body, slightly longer than the part that will be parsed. */
async function beginningOf(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_ENCODED_BYTES) break;
  }
  return Buffer.concat(pieces);
}

function addUrlencoded(type: HeaderValue, bytes: Buffer, list: TypedList): void {
  const end = endOfFields(bytes);
  if (end < bytes.length) list.shorten();
  // Remove a truncated escape at the end because it would be read as text.
  const cut = bytes
    .subarray(0, end)
    .toString('latin1')
    .replace(/%[0-9a-f]?$/i, '');
  const fields: PostedField[] = parseUrlencodedForm(
    Buffer.from(cut, 'latin1'),
    type.parameters.get('charset'),
  );
  for (const [name, value] of fields) if (!list.add({ name, value, isFile: false })) return;
}

/** Returns the end position of the last field to parse. Nothing beyond the limits is parsed. */
function endOfFields(bytes: Buffer): number {
  let end = -1;
  for (let fields = 0; fields < MAX_FIELDS; fields += 1) {
    end = bytes.indexOf('&', end + 1);
    if (end === -1) return Math.min(bytes.length, MAX_ENCODED_BYTES);
  }
  return Math.min(end, MAX_ENCODED_BYTES);
}

async function addMultipart(type: HeaderValue, bytes: Bytes, list: TypedList): Promise<void> {
  const decoder = decoderOfParameter(type.parameters.get('charset'));
  let fields = 0;
  let files = 0;
  for await (const { headers, body } of multipartParts(bytes, type.parameters.get('boundary') ?? '')) {
    const part = describePart({ headers });
    const fileName = part.fileName?.(decoder);
    // Browsers submit an empty file input as a file without a name, so don't count it.
    if (fileName) files += 1;
    else fields += 1;
    if (fields > MAX_FIELDS || files > MAX_FILES) {
      list.shorten();
      return;
    }
    const name = part.name(decoder);
    if (fileName === '') continue;
    const value =
      fileName === undefined ? await textOf(body, part.decoder ?? decoder) : safeFileName(fileName);
    if (!list.add({ name, value, isFile: fileName !== undefined })) return;
  }
}

async function textOf(body: AsyncIterable<Buffer>, decoder: Decoder): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_ENCODED_BYTES) break;
  }
  return decoder.decode(Buffer.concat(pieces).subarray(0, MAX_ENCODED_BYTES));
}
