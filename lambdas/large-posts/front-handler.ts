/**
 * Handles a request to the streaming function once its body has arrived. Runs the operation for a form
 * submission, or rejects the request. A process handles many requests concurrently, so each request gets its
 * own event and stores.
 */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { EDGE_HOST_HEADER } from '../core/web/edge.ts';
import type { VerifyEdge } from '../http/edge-verifier.ts';
import { refusingHandler } from '../http/refusing-handler.ts';
import { ingestFormat } from '../ingest/ingest-format.ts';
import type { IngestDeps } from '../ingest/ingest-deps.ts';
import { postHandler } from '../ingest/post-handler.ts';
import type { PostHandler } from './post-server.ts';
import { timelyStores } from './timely-stores.ts';
import { isPost } from './web-event.ts';

export interface FrontDeps {
  readonly ingest: IngestDeps;
  /** Base URL for clients that don't connect through the edge. */
  readonly baseUrl: string;
  readonly verifyEdge: VerifyEdge;
  readonly now: () => number;
}

/**
 * Time after which a request starts no more table writes, in milliseconds. A write takes up to 5 s, so all
 * writes finish within 30 s.
 */
const WRITES_BEGIN_WITHIN_MS = 25_000;

export function frontHandler({ ingest, baseUrl: ownUrl, verifyEdge, now }: FrontDeps): PostHandler {
  return async (event, body) => {
    const context = { awsRequestId: event.requestContext.requestId } as Context;
    const baseUrl = await urlOfClient(event, ownUrl, verifyEdge);
    if (!isPost(event)) return refusingHandler(baseUrl, 'ingest', ingestFormat(baseUrl))(event, context);
    const started = now();
    const stores = timelyStores(ingest.stores, () => now() - started > WRITES_BEGIN_WITHIN_MS);
    return postHandler({ ...ingest, stores, baseUrl, bodyOf: () => body })(event, context);
  };
}

/**
 * Returns a function that decides whether a request's body is received. If all requests must go through the
 * edge, rejects direct requests, so that attackers can't bypass the edge's firewall and fill the disk.
 */
export function receivedThroughEdge(
  edgeOnly: boolean,
  verifyEdge: VerifyEdge,
): (event: APIGatewayProxyEventV2) => Promise<boolean> {
  return async ({ headers }) => !edgeOnly || isVerified(verifyEdge, headers);
}

/**
 * Returns false if the request didn't come through the edge, or if this can't be verified. If it can't be
 * verified, `httpHandler` responds with 503.
 */
const isVerified = (verifyEdge: VerifyEdge, headers: APIGatewayProxyEventV2['headers']): Promise<boolean> =>
  verifyEdge(headers).catch(() => false);

/**
 * Returns the base URL for a client. Uses the host name from the edge's header. The function's environment
 * can't contain this name, because the edge is created after the function.
 */
async function urlOfClient(
  { headers }: APIGatewayProxyEventV2,
  ownUrl: string,
  verifyEdge: VerifyEdge,
): Promise<string> {
  const host = headers[EDGE_HOST_HEADER];
  if (host === undefined || !(await isVerified(verifyEdge, headers))) return ownUrl;
  const url = `${new URL(ownUrl).protocol}//${host}`;
  return URL.canParse(url) ? url : ownUrl;
}
