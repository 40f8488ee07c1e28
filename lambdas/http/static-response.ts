/**
 * Builds responses that stay the same while a function instance runs. Sends the content in an encoding that the
 * client accepts and adds an ETag.
 */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { namesTag } from '../core/web/entity-tag.ts';
import type { HttpResponse } from './http-response.ts';

type Headers = APIGatewayProxyEventV2['headers'];

/**
 * Content in one or more encodings. If `plain` is missing, the content is decompressed for clients that accept
 * no available encoding.
 */
export interface EncodedContent {
  /** The uncompressed content. Content that doesn't compress well has only this encoding. */
  readonly plain?: Buffer;
  readonly gzip?: Buffer;
  readonly brotli?: Buffer;
}

/**
 * Returns a function that creates a response with this content for each request. The content must already be
 * compressed, because API Gateway doesn't compress responses.
 * @param content compressed with gzip, or in several encodings
 */
export function staticResponse(
  content: Buffer | EncodedContent,
  { type, cacheControl, more = {} }: { type: string; cacheControl: string; more?: Record<string, string> },
): (request: Headers) => HttpResponse {
  const encoded: EncodedContent = Buffer.isBuffer(content) ? { gzip: content } : content;
  // The ETag is weak because the compressed and uncompressed content share it.
  const etag = `W/"${createHash('sha256').update(anyOf(encoded)).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding', ...more };
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

/**
 * Returns the content in any available encoding.
 * @throws TypeError if there are no encodings
 */
function anyOf({ plain, gzip, brotli }: EncodedContent): Buffer {
  const found = gzip ?? plain ?? brotli;
  if (!found) throw new TypeError('The content needs at least one encoding');
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
