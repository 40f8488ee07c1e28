/** Compresses files for browsers when the functions are bundled. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file in each encoding it can be sent in, as base64. */
export interface PackedFile {
  readonly type: string;
  /** The uncompressed file. Used for formats that are already compressed. */
  readonly plain?: string;
  readonly gzip?: string;
  readonly brotli?: string;
}

/**
 * `best` is for deployments and makes the console 10 % smaller. `quick` is for the local service and makes
 * each build a second faster.
 */
export type Compression = 'best' | 'quick';

/**
 * Returns the compression level for an `*.at-build.ts` module. The bundler adds `?quick` to the module's URL.
 */
export const compressionAt = (url: string): Compression =>
  new URL(url).searchParams.has('quick') ? 'quick' : 'best';

const BROTLI_QUALITIES = { best: 11, quick: 5 };

const inBrotli = promisify(brotliCompress);
const deflated = promisify(gzip);

/** Compresses a file with gzip and returns it as base64. */
export async function gzipped(content: Buffer): Promise<string> {
  return (await deflated(content, { level: 9 })).toString('base64');
}

/**
 * Compresses a file with gzip and Brotli in parallel.
 * @param type media type of the file
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
