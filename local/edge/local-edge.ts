/**
 * Simulates the local stack's edge, which forwards each request as the distribution's settings define.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  addressOf,
  joinedHeaders,
  splitTarget,
  type ForwardingEdge,
  type RequestHead,
} from '../http/api-event.ts';
import { messageOf } from '../runner-error.ts';
import type { Distribution, Forwarding } from './distribution.ts';
import type { WebFunction } from './web-function.ts';

/**
 * Source address of the edge's requests to its origins. This address is reserved for documentation (RFC
 * 5737), so no machine uses it.
 */
const EDGE_ADDRESS = '192.0.2.1';

/** The API's own host name. On AWS, clients can also call the API directly. */
const API_HOST = 'api.localhost';

export interface LocalEdge {
  /**
   * If the request goes to the web function, starts handling it before its body has arrived and returns true.
   */
  stream(message: IncomingMessage, response: ServerResponse): boolean;
  /** Returns the changes to make to a request before it goes to the API. */
  beforeApi(head: RequestHead): ForwardingEdge | undefined;
}

/** The edge for a stack without a distribution. */
export const apiAlone: LocalEdge = { stream: () => false, beforeApi: () => undefined };

/**
 * Creates the edge. A client that calls an origin directly is recognized by its `Host` header:
 * `api.localhost` for the API, or the domain of the web function's endpoint. All other requests go to the
 * distribution.
 * @param onError called with a one-line message for each request for which the distribution's function fails
 */
export function edgeBefore(
  distribution: Distribution,
  webFunction: WebFunction | undefined,
  onError: (message: string) => void,
): LocalEdge {
  return {
    stream: (message, response) => {
      const called = hostOf(message);
      if (called === API_HOST || !webFunction) return false;
      if (called === webFunction.domainName) {
        const headers = Object.fromEntries(joinedHeaders(message));
        webFunction.respond(message, response, { headers, address: addressOf(message) });
        return true;
      }
      const forwarding = distribution.forwardingOf(pathOf(message));
      if (forwarding.originDomain !== webFunction.domainName) return false;
      let headers: Record<string, string>;
      try {
        headers = headersToFunction(message, distribution, forwarding);
      } catch (error) {
        // CloudFront also sends this response when its function fails.
        onError(`the distribution's function: ${messageOf(error)}`);
        message.resume();
        response.writeHead(503, { connection: 'close' }).end();
        return true;
      }
      webFunction.respond(message, response, { headers, address: EDGE_ADDRESS });
      return true;
    },
    beforeApi: (head) => {
      const host = joinedHeaders(head).get('host');
      if (withoutPort(host) === API_HOST) return undefined;
      return { address: EDGE_ADDRESS, headers: headersToApi(head, host, distribution) };
    },
  };
}

const pathOf = ({ url = '/' }: { url?: string | undefined }): string => splitTarget(url).path;

/** Returns the requested host without the port. */
const hostOf = ({ headers }: IncomingMessage): string => withoutPort(headers.host);
const withoutPort = (host = ''): string => host.toLowerCase().replace(/:\d+$/, '');

/** Returns the headers that the edge overrides in requests to the API, such as the host name. */
function headersToApi(
  head: RequestHead,
  host: string | undefined,
  distribution: Distribution,
): Record<string, string> {
  const { viewerFunction, headers: own } = distribution.forwardingOf(pathOf(head));
  const headers = { host: host ?? distribution.domainName };
  const changed = viewerFunction?.({ method: head.method, uri: pathOf(head), headers });
  return { ...changed, host: API_HOST, ...own };
}

/**
 * Returns the headers to forward to the web function. The function's changes override the client's headers,
 * and the distribution's own headers override both.
 */
function headersToFunction(
  message: IncomingMessage,
  distribution: Distribution,
  { viewerFunction, headers: own }: Forwarding,
): Record<string, string> {
  const sent = joinedHeaders(message);
  const viewer = addressOf(message);
  const forwardedFor = sent.get('x-forwarded-for');
  // Replace the client's host with the distribution's domain name, because CloudFront doesn't accept requests
  // for any other host.
  sent.set('host', distribution.domainName);
  sent.set('x-forwarded-for', forwardedFor === undefined ? viewer : `${forwardedFor}, ${viewer}`);
  const headers = Object.fromEntries(sent);
  const changed =
    viewerFunction?.({ method: message.method ?? 'GET', uri: pathOf(message), headers }) ?? headers;
  return { ...changed, ...own };
}
