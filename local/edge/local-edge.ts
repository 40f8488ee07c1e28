/** The edge of the local stack, which forwards each request as the distribution specifies. */
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

/** The address from which the edge calls its origins. No machine has this address (RFC 5737). */
const EDGE_ADDRESS = '192.0.2.1';

/** The API's own host name, because clients can also call it directly on AWS. */
const API_HOST = 'api.localhost';

export interface LocalEdge {
  /**
   * Handles a request whose body is still to come if it goes to the web function, and returns whether it
   * does.
   */
  stream(message: IncomingMessage, response: ServerResponse): boolean;
  /** Returns what to change in a request that goes to the API. */
  beforeApi(head: RequestHead): ForwardingEdge | undefined;
}

/** Used if the stack has no distribution. */
export const apiAlone: LocalEdge = { stream: () => false, beforeApi: () => undefined };

/**
 * Creates the edge. The `Host` header shows whether a client calls an origin directly: the API as
 * `api.localhost`, the web function by the domain of its endpoint. All other requests go to the distribution.
 * @param onError called with a one-line message for each request that the distribution's function fails for
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
        // Responds as CloudFront does when its function fails.
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

/** Returns the host that a client calls, without the port. */
const hostOf = ({ headers }: IncomingMessage): string => withoutPort(headers.host);
const withoutPort = (host = ''): string => host.toLowerCase().replace(/:\d+$/, '');

/**
 * Returns the headers that the edge overrides in a client's requests to the API, which is called by its own
 * host.
 */
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
 * Returns the headers to forward to the web function: those of the client, then those of the distribution's
 * function, then its own.
 */
function headersToFunction(
  message: IncomingMessage,
  distribution: Distribution,
  { viewerFunction, headers: own }: Forwarding,
): Record<string, string> {
  const sent = joinedHeaders(message);
  const viewer = addressOf(message);
  const forwardedFor = sent.get('x-forwarded-for');
  // CloudFront accepts only requests for its own names, whatever the client sends.
  sent.set('host', distribution.domainName);
  sent.set('x-forwarded-for', forwardedFor === undefined ? viewer : `${forwardedFor}, ${viewer}`);
  const headers = Object.fromEntries(sent);
  const changed =
    viewerFunction?.({ method: message.method ?? 'GET', uri: pathOf(message), headers }) ?? headers;
  return { ...changed, ...own };
}
