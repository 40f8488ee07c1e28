/**
 * Splits a multipart body (RFC 2046, section 5.1) into its parts as it arrives.
 *
 * We don't use busboy: both major versions skip parts with unreadable headers and assign one part's value to
 * another if a header is cut off. The service could then accept a submission with missing fields. busboy also
 * decodes values before `_charset_` is known. The tests compare this parser with Node's built-in one.
 */
import { BadBody } from '../../core/errors/errors.ts';
import { ByteSource, type Bytes } from './byte-source.ts';

export interface Part {
  /**
   * Headers, keyed by lowercase name. Values are decoded as Latin-1, with one character per byte. If a name is
   * repeated, the first value is used.
   */
  readonly headers: ReadonlyMap<string, string>;
  /** Offset of the part's first byte in the whole body. */
  readonly start: number;
  /** The part's bytes. Unread bytes are skipped when the next part is requested. */
  readonly body: AsyncIterable<Buffer>;
}

const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');
const BLANKS = [...Buffer.from(' \t')];
/** Maximum number of spaces after a boundary. RFC 2046 sets no limit. */
const MAX_BLANKS = 1024;
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
/** Maximum size of a part's headers, in bytes. Browsers send a few hundred bytes. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*:([^\r\n\0]*)$/i;

/**
 * Yields a body's parts in order, each as soon as its headers have arrived.
 * @param boundary from the body's content type
 * @throws BadBody if the body isn't valid multipart (RFC 2046) or ends early
 */
export async function* multipartParts(bytes: Bytes, boundary: string): AsyncGenerator<Part, void, undefined> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const source = new ByteSource(bytes);
  try {
    const preamble = await PartBody.begin(source, delimiter);
    await preamble.skipRest();
    while (!(await isClosing(source))) {
      const headers = await readHeaders(source);
      const start = source.position;
      const body = await PartBody.begin(source, delimiter);
      yield { headers, start, body };
      await body.skipRest();
    }
  } finally {
    await source.close();
  }
}

/** Reads the bytes up to the next delimiter. */
class PartBody implements AsyncIterable<Buffer> {
  readonly #source: ByteSource;
  readonly #delimiter: Buffer;
  #ended: boolean;

  private constructor(source: ByteSource, delimiter: Buffer, ended: boolean) {
    this.#source = source;
    this.#delimiter = delimiter;
    this.#ended = ended;
  }

  /**
   * Starts reading the bytes up to the next delimiter. If the body or the preamble is empty, there might be
   * no line break before this delimiter.
   */
  static async begin(source: ByteSource, delimiter: Buffer): Promise<PartBody> {
    return new PartBody(source, delimiter, await source.skip(delimiter.subarray(CRLF.length)));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    while (!this.#ended) {
      const { piece, found } = await this.#source.takeUntil(this.#delimiter);
      this.#ended = found;
      if (piece.length > 0) yield piece;
    }
  }

  async skipRest(): Promise<void> {
    while (!this.#ended) this.#ended = (await this.#source.takeUntil(this.#delimiter)).found;
  }
}

/** Two dashes after a delimiter end the body. A line break starts the next part. */
async function isClosing(source: ByteSource): Promise<boolean> {
  if (await source.skip(DASHES)) return true;
  await source.skipAll(BLANKS, MAX_BLANKS);
  if (!(await source.skip(CRLF)))
    throw new BadBody('A boundary in the body is not followed by a line break.');
  return false;
}

async function readHeaders(source: ByteSource): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>();
  if (await source.skip(CRLF)) return headers;
  for (const line of (await headerText(source)).split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new BadBody('A part of the body has invalid headers.');
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value.trim());
  }
  return headers;
}

/** Returns a part's header lines. Unfolds headers that span several lines (RFC 822). */
async function headerText(source: ByteSource): Promise<string> {
  let text = '';
  for (let found = false; !found;) {
    const taken = await source.takeUntil(END_OF_HEADERS);
    text += taken.piece.toString('latin1');
    if (text.length > MAX_HEADER_BYTES) throw new BadBody('The headers of a part are too long.');
    found = taken.found;
  }
  return text.replace(/\r\n[ \t]+/g, ' ');
}
