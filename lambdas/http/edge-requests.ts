/**
 * Interprets the headers that CloudFront (the edge) adds to a request: the client's address, and whether the
 * request came through the edge.
 */
import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { isFromEdge, clientAddress, EDGE_HOST_HEADER, EDGE_SECRET_HEADER } from '../core/edge.ts';
import { NotFound } from '../core/errors.ts';
import { message } from '../core/message.ts';

/** State shared by the middleware of one request. */
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
 * If the event contains the secret that proves that it came through the edge, replaces the edge's address
 * with the client's, and the origin's host name with the host name that the client requested. Removes the
 * secret.
 * @param secrets the valid secrets; empty if there is no edge
 */
export function clientsOfEdge(secrets: readonly string[]): Middleware {
  return {
    before: (request) => {
      const { headers, requestContext } = request.event;
      const throughEdge = isFromEdge(headers, secrets);
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
 * If all requests must come through the edge, responds to direct requests with 404, as if the gateway's
 * default endpoint were disabled. The endpoint can't actually be disabled, because the edge needs it.
 */
export const onlyThroughEdge: Middleware = {
  before: ({ internal }) => {
    if (!internal.throughEdge) throw new NotFound(message('nothing-at-this-path'));
  },
};
