/** What a handler makes of the edge (CloudFront) before it: whom a request is from, and whether it may come without one. */
import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { cameThroughEdge, clientAddress, EDGE_HOST_HEADER, EDGE_SECRET_HEADER } from '../core/edge.ts';
import { NotFound } from '../core/errors.ts';
import { message } from '../core/message.ts';

/** What the middleware of one request tell each other. */
interface Internal extends Record<string, unknown> {
  started: number;
  throughEdge: boolean;
}

export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  Internal
>;

/**
 * Puts the client's address in the place of the edge's, and the name that the client called in the place of the origin's,
 * in an event that the edge proves to be its own. The secret goes no further.
 * @param secrets those that count; none where there is no edge
 */
export function clientsOfEdge(secrets: readonly string[]): Middleware {
  return {
    before: (request) => {
      const { headers, requestContext } = request.event;
      const throughEdge = cameThroughEdge(headers, secrets);
      request.internal.throughEdge = throughEdge;
      if (headers[EDGE_SECRET_HEADER] === undefined) return;
      const sourceIp = clientAddress(headers, requestContext.http.sourceIp, throughEdge);
      const { [EDGE_SECRET_HEADER]: _, ...others } = headers;
      const host = throughEdge ? headers[EDGE_HOST_HEADER] : undefined;
      request.event = {
        ...request.event,
        headers: { ...others, ...(host !== undefined && { host }) },
        requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } },
      };
    },
  };
}

/**
 * Where everything has to come through the edge, a request beside it finds nothing, as if the gateway's own address were
 * switched off: the edge itself needs that address.
 */
export const onlyThroughEdge: Middleware = {
  before: ({ internal }) => {
    if (!internal.throughEdge) throw new NotFound(message('nothing-at-this-path'));
  },
};
