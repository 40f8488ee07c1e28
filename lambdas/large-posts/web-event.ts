/**
 * Converts HTTP requests to the streaming function into API Gateway events, the format that operations
 * expect.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header with the request id. Lambda sets it and removes any value that a client sent. */
const REQUEST_ID = 'lambda-web-request-id';
/** Matches the paths for form submissions in the same way as API Gateway's routes. */
const FORM_PATH = /^\/v1\/f\/([^/]+)(?:\/(.*))?$/s;

/**
 * Returns the event without the body. Header names are in lowercase, repeated headers are joined, paths are
 * decoded, and cookies are omitted.
 */
export function webEvent(request: IncomingMessage, at: Date): APIGatewayProxyEventV2 {
  const { pathname, search } = targetOf(request.url ?? '/');
  const path = decoded(pathname);
  const method = request.method ?? 'GET';
  const { cookie: _, ...headers } = headersOf(request);
  const [, slug, rest] = FORM_PATH.exec(pathname) ?? [];
  const query = Object.fromEntries(new URLSearchParams(search));
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: search,
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(slug !== undefined && {
      pathParameters: { slug: decoded(slug), ...(rest !== undefined && { rest: decoded(rest) }) },
    }),
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: headers['host'] ?? '',
      domainPrefix: '',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        // Use the last address, which Lambda appends. Clients can set the other addresses.
        sourceIp: lastOf(headers['x-forwarded-for']) ?? request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: headers[REQUEST_ID] ?? randomUUID(),
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: at.toUTCString(),
      timeEpoch: at.getTime(),
    },
    isBase64Encoded: false,
  };
}

/** Returns true if the event is a form submission. */
export const isPost = ({ pathParameters, requestContext }: APIGatewayProxyEventV2): boolean =>
  requestContext.http.method === 'POST' && pathParameters?.['slug'] !== undefined;

function targetOf(target: string): { pathname: string; search: string } {
  const [pathname = '/', ...search] = target.split('?');
  return { pathname, search: search.join('?') };
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(headers);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const lastOf = (addresses: string | undefined): string | undefined => addresses?.split(',').at(-1)?.trim();
