/**
 * Handles reads of a resource that has an ETag. Responds with 304 to callers that already have the current
 * version.
 */
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { namesTag } from '../../core/web/entity-tag.ts';

/** Responds with 304 and without a body if the response's ETag is in the request's `If-None-Match` header. */
export function withEtag<Op extends KeyedOperation>(
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse>,
): (request: HttpRequest<Op>) => Promise<HttpResponse> {
  return async (request) => {
    const { status, headers, body } = await respond(request);
    const tag = headers?.['etag'];
    const isKnown = tag !== undefined && namesTag(request.event.headers['if-none-match'], tag);
    return { ...(isKnown ? { status: 304 } : { status, body }), ...(headers && { headers }) };
  };
}
