/** Files for browsers, compressed once, when the functions are bundled. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A file as it is sent, in base64. */
export interface PackedFile {
  readonly type: string;
  /** The file as it is, where compressing it gains nothing. */
  readonly plain?: string;
  readonly gzip?: string;
  readonly brotli?: string;
}

/** @param type its media type */
export function packedFile(type: string, content: Buffer): PackedFile {
  if (type === 'font/woff2') return { type, plain: content.toString('base64') };
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  return {
    type,
    gzip: gzipSync(content, { level: 9 }).toString('base64'),
    brotli: brotli.toString('base64'),
  };
}
