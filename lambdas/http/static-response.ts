/** Responses whose content is fixed when a function starts: compressed once, with an ETag. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { namesTag } from '../core/entity-tag.ts';
import type { HttpResponse } from './http-response.ts';

type Headers = APIGatewayProxyEventV2['headers'];

/**
 * Makes the response to each request for a content. The gateway compresses nothing itself.
 * @param gzip the content, compressed
 */
export function staticResponse(
  gzip: Buffer,
  { type, cacheControl, more = {} }: { type: string; cacheControl: string; more?: Record<string, string> },
): (request: Headers) => HttpResponse {
  // Weak, because the compressed and the plain bytes share it.
  const etag = `W/"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"`;
  const headers = { ...more, etag, 'cache-control': cacheControl, vary: 'accept-encoding' };
  const found = { ...headers, 'content-type': type };
  return (request) => {
    if (namesTag(request['if-none-match'], etag)) return { status: 304, headers };
    if (acceptsGzip(request['accept-encoding']))
      return { status: 200, headers: { ...found, 'content-encoding': 'gzip' }, bytes: gzip };
    return { status: 200, headers: found, bytes: gunzipSync(gzip) };
  };
}

function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(each));
}
