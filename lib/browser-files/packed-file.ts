/** Compresses browser files when the functions are bundled. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A base64-encoded copy of a file for each content encoding. */
export interface PackedFile {
  readonly type: string;
  /** The uncompressed file. Only set for formats that are already compressed. */
  readonly plain?: string;
  readonly gzip?: string;
  readonly brotli?: string;
}

/**
 * Compression mode. For deployments, `best` makes the console 10% smaller. For the local service, `quick`
 * makes each build a second faster.
 */
export type Compression = 'best' | 'quick';

/**
 * Returns the compression mode for an `*.at-build.ts` module. The bundler adds `?quick` to the module's URL
 * for quick builds.
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
