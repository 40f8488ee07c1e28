/** Responses whose content is fixed when a function starts: compressed once, with an ETag. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { namesTag } from '../core/entity-tag.ts';
import type { HttpResponse } from './http-response.ts';

type Headers = APIGatewayProxyEventV2['headers'];

/** A content in the encodings that were made of it; at least one is there. What is not there is made when it is asked for. */
export interface EncodedContent {
  /** The content itself; alone for what does not compress. */
  readonly plain?: Buffer;
  readonly gzip?: Buffer;
  readonly brotli?: Buffer;
}

/**
 * Makes the response to each request for a content. The gateway compresses nothing itself.
 * @param content compressed with gzip, or several encodings of it
 */
export function staticResponse(
  content: Buffer | EncodedContent,
  { type, cacheControl, more = {} }: { type: string; cacheControl: string; more?: Record<string, string> },
): (request: Headers) => HttpResponse {
  const encoded: EncodedContent = Buffer.isBuffer(content) ? { gzip: content } : content;
  // Weak, because the compressed and the plain bytes share it.
  const etag = `W/"${createHash('sha256').update(anyOf(encoded)).digest('base64url').slice(0, 22)}"`;
  const headers = { ...more, etag, 'cache-control': cacheControl, vary: 'accept-encoding' };
  const found = { ...headers, 'content-type': type };
  return (request) => {
    if (namesTag(request['if-none-match'], etag)) return { status: 304, headers };
    const { brotli, gzip } = encoded;
    const accepted = request['accept-encoding'];
    if (brotli && accepts('br', accepted))
      return { status: 200, headers: { ...found, 'content-encoding': 'br' }, bytes: brotli };
    if (gzip && accepts('gzip', accepted))
      return { status: 200, headers: { ...found, 'content-encoding': 'gzip' }, bytes: gzip };
    return { status: 200, headers: found, bytes: plainOf(encoded) };
  };
}

/** @throws TypeError when it has no encoding at all */
function anyOf({ plain, gzip, brotli }: EncodedContent): Buffer {
  const found = gzip ?? plain ?? brotli;
  if (!found) throw new TypeError('A content without any encoding');
  return found;
}

function plainOf({ plain, gzip, brotli }: EncodedContent): Buffer {
  if (plain) return plain;
  return gzip ? gunzipSync(gzip) : brotliDecompressSync(anyOf({ ...(brotli && { brotli }) }));
}

function accepts(encoding: 'br' | 'gzip', acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((each) => {
    const [name = '', quality = ''] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !/^q\s*=\s*0(\.0*)?$/.test(quality);
  });
}
