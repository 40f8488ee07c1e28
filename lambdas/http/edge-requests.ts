/**
 * Interprets the headers that CloudFront (the edge) adds to a request: the client's address and whether the
 * request came through the edge.
 */
import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { clientAddress, EDGE_HOST_HEADER, EDGE_SECRET_HEADER } from '../core/web/edge.ts';
import { NotFound, Unavailable } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { VerifyEdge } from './edge-verifier.ts';

/** Values that the middleware functions share while they process a request. */
interface Internal extends Record<string, unknown> {
  started: number;
  throughEdge: boolean;
  /** Set if the edge's secrets couldn't be read. */
  edgeError: Unavailable | undefined;
}

export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  Internal
>;

/**
 * Restores the client's address and the host name that the client requested, if the event contains the edge's
 * secret. Removes the secret from the event. If the secret can't be verified, `refuseUnverified` rejects the
 * request.
 */
export function clientsOfEdge(verify: VerifyEdge): Middleware {
  return {
    before: async (request) => {
      const { headers, requestContext } = request.event;
      const throughEdge = await verify(headers).catch((cause: unknown) => {
        request.internal.edgeError = new Unavailable(undefined, { cause });
        return false;
      });
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
 * Rejects requests if their secret couldn't be verified. If all requests must go through the edge, responds
 * to direct requests with 404, as if API Gateway's default endpoint were disabled. The endpoint can't
 * actually be disabled, because the edge needs it.
 */
export function refuseUnverified(edgeOnly: boolean): Middleware {
  return {
    before: ({ internal }) => {
      if (internal.edgeError) throw internal.edgeError;
      if (edgeOnly && !internal.throughEdge) throw new NotFound(message('nothing-at-this-path'));
    },
  };
}
