/** The edge of the local stack: the runner's own port, which sends each request on as the distribution says. */
import type { IncomingMessage } from 'node:http';
import { addressOf, splitTarget } from '../http/api-event.ts';
import type { RequestHandler, StreamHandler } from '../http/local-http-server.ts';
import { distributionOf, type Distribution } from './distribution.ts';
import type { Stack } from '../template/stack.ts';
import type { WebFunctions } from './web-functions.ts';

/** From where the edge calls its origins; an address of no machine (RFC 5737). */
const EDGE_ADDRESS = '192.0.2.1';

/** The host of the API beside the edge, which a client can call on AWS as well. */
const API_HOST = 'api.localhost';

export interface LocalEdge {
  readonly handle: RequestHandler;
  readonly stream: StreamHandler;
}

/**
 * What the local server serves: the API as it is where the stack has no distribution. With one, the header `Host` says
 * whether a client calls an origin itself: the API as `api.localhost`, a web function by the domain of its endpoint.
 * Whatever else it says, the distribution is called.
 * @param api answers what the distribution sends to the API
 */
export function edgeOf(stack: Stack, api: RequestHandler, webFunctions: WebFunctions): LocalEdge {
  const distribution = distributionOf(stack);
  if (!distribution) return { handle: api, stream: () => false };
  return {
    handle: (request) => {
      if (hostOf(request.message) === API_HOST) return api(request);
      const headers = headersToApi(request.message, distribution);
      return api({ ...request, edge: { address: EDGE_ADDRESS, headers } });
    },
    stream: (message, response) => {
      const called = hostOf(message);
      if (called === API_HOST) return false;
      const direct = webFunctions.at(called);
      if (direct) {
        void direct.forward(message, response, {
          headers: sentHeaders(message),
          address: addressOf(message),
        });
        return true;
      }
      const { originDomain } = distribution.forwardingOf(pathOf(message));
      const origin = webFunctions.at(originDomain);
      if (!origin) return false;
      try {
        const headers = forwardedHeaders(message, distribution);
        void origin.forward(message, response, { headers, address: EDGE_ADDRESS });
      } catch (error) {
        // As CloudFront responds when its function fails.
        console.error(error);
        message.resume();
        response.writeHead(503, { connection: 'close' }).end();
      }
      return true;
    },
  };
}

const pathOf = ({ url = '/' }: IncomingMessage): string => splitTarget(url).path;

/** The host that a client says it calls, without the port. */
const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');

/** Names in lower case, repeated ones joined. */
function sentHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const sent = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const earlier = sent.get(name);
    sent.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(sent);
}

/** What the edge sets over the headers of a client that go to the API, which is called by its own host. */
function headersToApi(message: IncomingMessage, distribution: Distribution): Record<string, string> {
  const { viewerFunction, headers: own } = distribution.forwardingOf(pathOf(message));
  const headers = { host: message.headers.host ?? distribution.domainName };
  const changed = viewerFunction?.({ method: message.method ?? 'GET', uri: pathOf(message), headers });
  return { ...changed, host: API_HOST, ...own };
}

/** The headers that go on to the front: those of the client, then what the distribution's function makes of them, then its own. */
function forwardedHeaders(message: IncomingMessage, distribution: Distribution): Record<string, string> {
  const { viewerFunction, headers: own } = distribution.forwardingOf(pathOf(message));
  const sent = sentHeaders(message);
  const forwardedFor = sent['x-forwarded-for'];
  const viewer = addressOf(message);
  const headers = {
    ...sent,
    // CloudFront takes requests for its own names only, whatever a client writes here.
    host: distribution.domainName,
    'x-forwarded-for': forwardedFor === undefined ? viewer : `${forwardedFor}, ${viewer}`,
  };
  const changed =
    viewerFunction?.({ method: message.method ?? 'GET', uri: pathOf(message), headers }) ?? headers;
  return { ...changed, ...own };
}
