/**
 * Splits a multipart body (RFC 2046, section 5.1) into its parts while it arrives.
 *
 * We don't use busboy, because both of its release lines skip parts with unreadable headers and assign one
 * part's value to another if a header is cut off. A post would be acknowledged although fields were lost.
 * They also decode values before `_charset_` is known. The tests compare this parser with Node's own.
 */
import { BadBody } from '../../core/errors.ts';
import { ByteSource, type Bytes } from './byte-source.ts';

export interface Part {
  /** By name in lower case, with one character per byte. If a name occurs twice, the first one counts. */
  readonly headers: ReadonlyMap<string, string>;
  /** Offset of its first byte in the whole body. */
  readonly start: number;
  /** The part's bytes. Unread bytes are skipped when the next part is requested. */
  readonly body: AsyncIterable<Buffer>;
}

const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');
const BLANKS = [...Buffer.from(' \t')];
/** Maximum number of spaces after a boundary. RFC 2046 doesn't require any. */
const MAX_BLANKS = 1024;
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
/** Maximum size of the headers of one part, in bytes. Browsers send a few hundred. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*:([^\r\n\0]*)$/i;

/**
 * Yields the parts of a body in order, each as soon as its headers have arrived.
 * @param boundary the parameter of the body's content type
 * @throws BadBody when the body is not multipart as RFC 2046 defines it, or ends early
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

/** The bytes up to the next delimiter. */
class PartBody implements AsyncIterable<Buffer> {
  readonly #source: ByteSource;
  readonly #delimiter: Buffer;
  #ended: boolean;

  private constructor(source: ByteSource, delimiter: Buffer, ended: boolean) {
    this.#source = source;
    this.#delimiter = delimiter;
    this.#ended = ended;
  }

  /** An empty body may lack the line break of its delimiter, as the preamble usually does. */
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

/** After a delimiter, two dashes end the body. Otherwise its line ends and a part begins. */
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

/**
 * Returns the header lines of a part. A header that is folded over several lines (RFC 822) becomes one line.
 */
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
