/** Converts an HTTP request to a Lambda event in API Gateway's payload format 2.0. */
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNT_ID } from '../aws-names.ts';
import { decode, type RouteMatch } from './route-table.ts';

/** Media types that API Gateway passes on as text. Bodies of other types are base64-encoded. */
const TEXT = /^(text\/.*|application\/(json|javascript|xml)|application\/[^;]+\+(json|xml))\s*(;|$)/i;

/** Headers that only apply to the client's connection, which ends at API Gateway. */
const CONNECTION_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A request without its body: the start line, headers and source address. */
export interface RequestHead {
  readonly method: string;
  /** The request target as received, which is usually the path and query. */
  readonly url: string;
  readonly httpVersion: string;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  readonly address: string;
}

/** A received request with its complete body. */
export interface ApiRequest {
  readonly head: RequestHead;
  readonly body: Uint8Array;
  readonly requestId: string;
  readonly receivedAt: Date;
  /** The port that the server listens on, sent as `x-forwarded-port`. */
  readonly port: number;
  /** The edge that forwarded the request. Absent if the stack has none. */
  readonly edge?: ForwardingEdge | undefined;
}

/** The edge's changes to the requests that it forwards. */
export interface ForwardingEdge {
  /** The caller's IP address. */
  readonly address: string;
  /** Headers that replace the client's headers with the same names. */
  readonly headers: Readonly<Record<string, string>>;
}

export function headOf(message: IncomingMessage): RequestHead {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = message;
  return { method, url, httpVersion, rawHeaders, address: addressOf(message) };
}

/** Returns the path and query of a request target, still percent-encoded. */
export function splitTarget(target: string): { path: string; query: string } {
  // An absolute-form target (`GET http://host/path`) is allowed, but only its path and query are used.
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [beforeFragment = ''] = target.slice(origin.length).split('#');
  const question = beforeFragment.indexOf('?');
  const path = question < 0 ? beforeFragment : beforeFragment.slice(0, question);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: question < 0 ? '' : beforeFragment.slice(question + 1),
  };
}

/**
 * Returns the payload format 2.0 event that an HTTP API sends for this request. Header names are lowercase,
 * repeated headers are joined by commas, and cookies are listed separately. The path and query parameters are
 * decoded, and repeated parameters are joined.
 */
export function toApiEvent(request: ApiRequest, match: RouteMatch<unknown>): APIGatewayProxyEventV2 {
  const { head, receivedAt } = request;
  const { path, query } = splitTarget(head.url);
  const rawPath = decode(path);
  const sourceIp = request.edge?.address ?? head.address;
  const { headers, cookies } = headersOf(request, sourceIp);
  const queryStringParameters = queryParameters(query);
  const domainName = (headers['host'] ?? '').replace(/:\d+$/, '');
  return {
    version: '2.0',
    routeKey: match.route.key,
    rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(queryStringParameters).length > 0 && { queryStringParameters }),
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method: head.method,
        path: rawPath,
        protocol: `HTTP/${head.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: match.route.key,
      stage: '$default',
      time: commonLogTime(receivedAt),
      timeEpoch: receivedAt.getTime(),
    },
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    ...bodyOf(request.body, headers['content-type']),
  };
}

/** Returns the headers with lowercase names. Joins the values of repeated headers. */
export function joinedHeaders({ rawHeaders }: Pick<RequestHead, 'rawHeaders'>): Map<string, string> {
  const joined = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ','}${value}`);
  }
  return joined;
}

/** Returns the IP address that sent a request. */
export const addressOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

function headersOf(
  request: ApiRequest,
  sourceIp: string,
): { headers: Record<string, string>; cookies: string[] } {
  const joined = joinedHeaders(request.head);
  const cookies = (joined.get('cookie') ?? '')
    .split(';')
    // Only trims spaces and tabs. Any other whitespace is part of the name. If this function trimmed other
    // whitespace, another subdomain could set a cookie that looks like one of the service's cookies.
    .map((cookie) => cookie.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter(Boolean);
  joined.delete('cookie');
  const hops = request.edge ? [request.head.address, sourceIp] : [sourceIp];
  joined.set('x-forwarded-for', [joined.get('x-forwarded-for') ?? [], hops].flat().join(', '));
  for (const [name, value] of Object.entries(request.edge?.headers ?? {})) joined.set(name, value);
  joined.set('x-forwarded-port', String(request.port));
  joined.set('x-forwarded-proto', 'http');
  if (!joined.has('x-amzn-trace-id')) joined.set('x-amzn-trace-id', traceId(request.receivedAt));
  if (!joined.has('content-length')) joined.set('content-length', String(request.body.length));
  for (const name of CONNECTION_HEADERS) joined.delete(name);
  return { headers: Object.fromEntries(joined), cookies };
}

function traceId(at: Date): string {
  return `Root=1-${Math.floor(at.getTime() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
}

function queryParameters(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

function bodyOf(
  bytes: Uint8Array,
  contentType: string | undefined,
): { body?: string; isBase64Encoded: boolean } {
  if (bytes.length === 0) return { isBase64Encoded: false };
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Bodies that are not valid UTF-8 are passed as base64 regardless of their content type, because converting
  // them to text would corrupt them.
  if (contentType !== undefined && TEXT.test(contentType) && isUtf8(body)) {
    return { body: body.toString('utf8'), isBase64Encoded: false };
  }
  return { body: body.toString('base64'), isBase64Encoded: true };
}

/** `12/Mar/2026:19:03:58 +0000` */
function commonLogTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()] ?? ''}/${at.getUTCFullYear()}`;
  return `${day}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}
