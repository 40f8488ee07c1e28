/**
 * Defines the format of files that the build embeds in generated modules. Each file is stored in base64,
 * uncompressed or compressed with gzip and Brotli.
 */
import type { EncodedContent } from './static-response.ts';

export interface StoredFile {
  readonly type: string;
  readonly plain?: string;
  readonly gzip?: string;
  readonly brotli?: string;
}

export function decodedFile({ plain, gzip, brotli }: StoredFile): EncodedContent {
  return {
    ...(plain !== undefined && { plain: Buffer.from(plain, 'base64') }),
    ...(gzip !== undefined && { gzip: Buffer.from(gzip, 'base64') }),
    ...(brotli !== undefined && { brotli: Buffer.from(brotli, 'base64') }),
  };
}
