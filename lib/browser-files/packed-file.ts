/** Files for browsers, compressed once, when the functions are bundled. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file as it is sent, in base64. */
export interface PackedFile {
  readonly type: string;
  /** The file as it is, where compressing it gains nothing. */
  readonly plain?: string;
  readonly gzip?: string;
  readonly brotli?: string;
}

/**
 * `best`, as it is deployed: a browser loads a tenth less of the console. `quick` for this machine, where nothing is
 * far away: the best takes a second of every bundling.
 */
export type Compression = 'best' | 'quick';

/** What a module `*.at-build.ts` compresses with; the bundler says `?quick` at the end of its address. */
export const compressionAt = (url: string): Compression =>
  new URL(url).searchParams.has('quick') ? 'quick' : 'best';

const BROTLI_QUALITIES = { best: 11, quick: 5 };

const inBrotli = promisify(brotliCompress);
const deflated = promisify(gzip);

/** A file in gzip, in base64. */
export async function gzipped(content: Buffer): Promise<string> {
  return (await deflated(content, { level: 9 })).toString('base64');
}

/**
 * Both ways at once: compressing takes longer than bundling, and has threads of its own.
 * @param type its media type
 */
export async function packedFile(
  type: string,
  content: Buffer,
  compression: Compression,
): Promise<PackedFile> {
  if (type === 'font/woff2') return { type, plain: content.toString('base64') };
  const [brotli, inGzip] = await Promise.all([
    inBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITIES[compression],
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    gzipped(content),
  ]);
  return { type, gzip: inGzip, brotli: brotli.toString('base64') };
}
