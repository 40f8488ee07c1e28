/**
 * What the streaming front does with a request whose body is here: the operation of a post, or its refusal. Several
 * requests share the process, so everything that belongs to one is made for it.
 */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { cameThroughEdge, EDGE_HOST_HEADER } from '../core/edge.ts';
import { refusingHandler } from '../http/refusing-handler.ts';
import { ingestFormat } from '../ingest/ingest-format.ts';
import type { IngestDeps } from '../ingest/ingest-deps.ts';
import { postHandler } from '../ingest/post-handler.ts';
import type { PostHandler } from './post-server.ts';
import { timelyStores } from './timely-stores.ts';
import { isPost } from './web-event.ts';

export interface FrontDeps {
  readonly ingest: IngestDeps;
  /** Where clients reach the service that do not come through the edge. */
  readonly baseUrl: string;
  readonly edgeSecrets: readonly string[];
  readonly now: () => number;
}

/** A write may take five seconds, and 30 s is what a request may take in all. */
const WRITES_BEGIN_WITHIN_MS = 25_000;

export function frontHandler({ ingest, baseUrl: ownUrl, edgeSecrets, now }: FrontDeps): PostHandler {
  return (event, body) => {
    const context = { awsRequestId: event.requestContext.requestId } as Context;
    const baseUrl = urlOfClient(event, ownUrl, edgeSecrets);
    if (!isPost(event)) return refusingHandler(baseUrl, 'ingest', ingestFormat(baseUrl))(event, context);
    const started = now();
    const stores = timelyStores(ingest.stores, () => now() - started > WRITES_BEGIN_WITHIN_MS);
    return postHandler({ ...ingest, stores, baseUrl, bodyOf: () => body })(event, context);
  };
}

/**
 * Which requests' bodies are received: where everything has to come through the edge, no other's, so that nobody fills
 * the disk beside its firewall.
 */
export function receivedThroughEdge(
  edgeOnly: boolean,
  edgeSecrets: readonly string[],
): (event: APIGatewayProxyEventV2) => boolean {
  return ({ headers }) => !edgeOnly || cameThroughEdge(headers, edgeSecrets);
}

/**
 * Where the client reaches the service: the edge says by which of its names it was called. The front cannot know that
 * beforehand, as the edge is made after it.
 */
function urlOfClient(
  { headers }: APIGatewayProxyEventV2,
  ownUrl: string,
  edgeSecrets: readonly string[],
): string {
  const host = headers[EDGE_HOST_HEADER];
  if (host === undefined || !cameThroughEdge(headers, edgeSecrets)) return ownUrl;
  const url = `${new URL(ownUrl).protocol}//${host}`;
  return URL.canParse(url) ? url : ownUrl;
}
