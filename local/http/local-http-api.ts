/** Emulates the template's HTTP API, which routes requests to functions as API Gateway does. */
import { RunnerError } from '../runner-error.ts';
import type { Functions } from '../functions/functions.ts';
import { isThrottled, type LocalFunction } from '../functions/local-function.ts';
import type { Stack } from '../template/stack.ts';
import { httpApi, routesOfDocument, type DocumentPaths } from './api-document-routes.ts';
import { splitTarget, toApiEvent, type ApiRequest, type RequestHead } from './api-event.ts';
import { gatewayMessage, internalServerError, toApiResponse, type ApiResponse } from './api-response.ts';
import { RouteTable, type Route } from './route-table.ts';
import { throttleOf, tokenBucket } from './stage-throttle.ts';

/**
 * Lambda's limit for the payloads of a synchronous invocation, in bytes: 6 MB plus some space for the
 * envelope.
 */
const MAXIMUM_PAYLOAD_BYTES = 6_291_556;

/** Maximum total size of the request line and header values, in bytes. */
const MAXIMUM_HEAD_BYTES = 10_240;

export type RequestHandler = (request: ApiRequest) => Promise<ApiResponse>;

interface Target {
  readonly fn: LocalFunction;
  readonly timeoutMilliseconds: number;
}

/**
 * Returns the template's HTTP API with its routes, throttling, size limits and API Gateway's own responses.
 * If the template has no HTTP API, all requests get a 404.
 * @throws RunnerError if the stack has more than one HTTP API, or if an integration is not a Lambda proxy
 */
export function httpApiOf(
  stack: Stack,
  functions: Functions,
  now: () => number = () => performance.now(),
): RequestHandler {
  const apis = stack.resources(['AWS::ApiGatewayV2::Api'], httpApi);
  const [only, second] = apis;
  if (only === undefined) return () => Promise.resolve(gatewayMessage(404, 'Not Found'));
  if (second !== undefined)
    throw new RunnerError(`the stack has more than one HTTP API: ${only.logicalId}, ${second.logicalId}`);
  const { paths } = only.properties.Body;
  const routes = new RouteTable(routesOf(paths, functions));
  const letsThrough = tokenBucket(throttleOf(stack), now);
  return async (request) => {
    const { head } = request;
    if (headBytes(head) > MAXIMUM_HEAD_BYTES) return gatewayMessage(431, 'Request Header Fields Too Large');
    if (!letsThrough()) return gatewayMessage(429, 'Too Many Requests');
    const match = routes.match(head.method, splitTarget(head.url).path);
    if (match === undefined) return gatewayMessage(404, 'Not Found');
    return integrate(match.route.target, JSON.stringify(toApiEvent(request, match)));
  };
}

function routesOf(paths: DocumentPaths, functions: Functions): Route<Target>[] {
  return routesOfDocument(paths).map(({ key, integration }) => {
    // The integration URI is either the function's ARN or an invocation URI that contains it.
    const [, invoked] = /\/functions\/(.+)\/invocations$/.exec(integration.uri) ?? [];
    const fn = functions.find(invoked ?? integration.uri, key);
    return { key, target: { fn, timeoutMilliseconds: integration.timeoutInMillis } };
  });
}

/**
 * Returns the number of bytes that count towards the limit for the request line and headers. Header names
 * don't count.
 */
function headBytes({ method, url, rawHeaders }: RequestHead): number {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return Buffer.byteLength([`${method} ${url} HTTP/1.1`, ...values].join(''));
}

async function integrate({ fn, timeoutMilliseconds }: Target, event: string): Promise<ApiResponse> {
  if (Buffer.byteLength(event) > MAXIMUM_PAYLOAD_BYTES) return gatewayMessage(413, 'Request Too Long');
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMilliseconds);
  });
  const result = await Promise.race([fn.invokeJson(event), timeout]);
  clearTimeout(timer);
  // The invocation was throttled, or the request timed out while it was waiting.
  if (result === undefined || isThrottled(result)) return gatewayMessage(503, 'Service Unavailable');
  if (result.error !== undefined) return internalServerError();
  if (Buffer.byteLength(result.payload) > MAXIMUM_PAYLOAD_BYTES) return internalServerError();
  return toApiResponse(result.payload);
}
