/** The edge of the local stack: the runner's own port, which sends each request on as the distribution says. */
import type { IncomingMessage } from 'node:http';
import { addressOf, splitTarget } from '../http/api-event.ts';
import type { RequestHandler, StreamHandler } from '../http/local-http-server.ts';
import { distributionOf, type Distribution } from './distribution.ts';
import type { Stack } from '../template/stack.ts';
import type { WebFunctions } from './web-functions.ts';

/** From where the edge calls its origins; an address of no machine (RFC 5737). */
const EDGE_ADDRESS = '192.0.2.1';

export interface LocalEdge {
  readonly answer: RequestHandler;
  readonly stream: StreamHandler;
}

/**
 * What the local server serves: the API as it is where the stack has no distribution.
 * @param api answers what the distribution sends to the API
 */
export function edgeOf(stack: Stack, api: RequestHandler, webFunctions: WebFunctions): LocalEdge {
  const distribution = distributionOf(stack);
  if (!distribution) return { answer: api, stream: () => false };
  return {
    answer: (request) => {
      const { headers } = distribution.forwardingOf(pathOf(request.message));
      return api({ ...request, edge: { address: EDGE_ADDRESS, headers } });
    },
    stream: (message, response) => {
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

/** The headers that go on: those of the client, then what the distribution's function makes of them, then its own. */
function forwardedHeaders(message: IncomingMessage, distribution: Distribution): Record<string, string> {
  const { viewerFunction, headers: own } = distribution.forwardingOf(pathOf(message));
  const sent = new Map<string, string>();
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    const name = message.rawHeaders[at]?.toLowerCase() ?? '';
    const value = message.rawHeaders[at + 1] ?? '';
    const earlier = sent.get(name);
    sent.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  // CloudFront takes requests for its own names only, whatever a client writes here.
  sent.set('host', distribution.domainName);
  const forwardedFor = sent.get('x-forwarded-for');
  const viewer = addressOf(message);
  sent.set('x-forwarded-for', forwardedFor === undefined ? viewer : `${forwardedFor}, ${viewer}`);
  const headers = Object.fromEntries(sent);
  const changed =
    viewerFunction?.({ method: message.method ?? 'GET', uri: pathOf(message), headers }) ?? headers;
  return { ...changed, ...own };
}
