/**
 * Splits a multipart body (RFC 2046, section 5.1) into its parts while it arrives.
 *
 * Own code rather than busboy: both of its lines pass over parts whose headers they cannot read, and give one
 * part's value to another when a header is cut off, so a post would be acknowledged with fields lost. They also
 * decode values before `_charset_` can be known. The tests compare this with Node's own parser.
 */
import { BadBody } from '../../core/errors.ts';
import { ByteSource, type Bytes } from './byte-source.ts';

export interface Part {
  /** By name in lower case, one character for each byte; the first one counts when a name comes twice. */
  readonly headers: ReadonlyMap<string, string>;
  /** Where its bytes start, counted from the first byte of the whole body. */
  readonly start: number;
  /** The part's bytes; those that are not read are skipped when the next part is asked for. */
  readonly body: AsyncIterable<Buffer>;
}

const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');
const BLANKS = [...Buffer.from(' \t')];
/** Most blanks after a boundary; RFC 2046 asks nobody to send any. */
const MAX_BLANKS = 1024;
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
/** Longest headers of one part; browsers send a few hundred bytes. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*:([^\r\n\0]*)$/i;

/**
 * The parts of a body, in order, each as soon as its headers are there.
 * @param boundary the parameter of the body's content type
 * @throws BadBody when the body is not what RFC 2046 calls multipart, or ends early
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

  /** An empty body may lack the line break of its delimiter, as the preamble mostly does. */
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

/** After a delimiter, two dashes close the body; otherwise its line ends and a part begins. */
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
      throw new BadBody('A part of the body has broken headers.');
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value.trim());
  }
  return headers;
}

/** The header lines of a part; one that is folded over several lines (RFC 822) becomes one line. */
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
