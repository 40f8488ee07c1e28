/** Builds events in the format that the HTTP API passes to functions (payload format 2.0). */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { randomUUID } from 'node:crypto';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Request headers, keyed by lowercase name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  /**
   * Request body. As in the gateway's events, bytes and forms are encoded as Base64. Other values are encoded
   * as JSON.
   */
  readonly body?: unknown;
  /** As `name=value`. */
  readonly cookies?: readonly string[];
  readonly sourceIp?: string;
}

export function gatewayEvent(request: SentRequest): APIGatewayProxyEventV2 {
  const { method, path, query, pathParameters, cookies, sourceIp = '203.0.113.7' } = request;
  const { contentType, ...body } = bodyOf(request.body);
  const headers = {
    host: 'api.test',
    ...(contentType && { 'content-type': contentType }),
    ...request.headers,
  };
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers,
    ...(cookies && { cookies: [...cookies] }),
    ...(query && { queryStringParameters: query }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'api.test',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '',
      timeEpoch: Date.now(),
    },
    ...body,
  };
}

function bodyOf(body: unknown): { body?: string; isBase64Encoded: boolean; contentType?: string } {
  if (body === undefined) return { isBase64Encoded: false };
  if (body instanceof Uint8Array)
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  if (body instanceof URLSearchParams) {
    const contentType = 'application/x-www-form-urlencoded';
    return { body: Buffer.from(body.toString()).toString('base64'), isBase64Encoded: true, contentType };
  }
  return { body: JSON.stringify(body), isBase64Encoded: false, contentType: 'application/json' };
}
