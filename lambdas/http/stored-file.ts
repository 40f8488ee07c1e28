/** Defines the files in modules that are generated at build time, with their encodings in base64. */
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
