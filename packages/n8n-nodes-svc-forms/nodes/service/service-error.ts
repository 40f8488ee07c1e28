/** Converts the service's problem documents (RFC 7807) to n8n errors. */
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { isRecord, recordsIn, textIn } from './unknown-value.ts';

/** A response as returned by n8n's request function with `returnFullResponse`. */
export interface ServiceResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Parses the JSON in a body. The body may be bytes, because problem documents are JSON even if a file was
 * requested.
 */
function jsonOf(body: unknown): unknown {
  const text = body instanceof ArrayBuffer ? Buffer.from(body) : body;
  if (typeof text !== 'string' && !Buffer.isBuffer(text)) return body;
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns an n8n error with the problem's title and detail, one line per invalid field, and the request id,
 * which also appears in the service's logs.
 */
export function problemError(node: INode, response: ServiceResponse, itemIndex?: number): NodeApiError {
  const problem = jsonOf(response.body);
  const requestId = response.headers['x-request-id'];
  const lines = [
    textIn(problem, 'detail'),
    ...recordsIn(problem, 'errors').map(
      (each) => `${textIn(each, 'path') ?? ''}: ${textIn(each, 'message') ?? ''}`,
    ),
    typeof requestId === 'string' ? `Request ${requestId}` : undefined,
  ];
  return new NodeApiError(node, (isRecord(problem) ? problem : {}) as JsonObject, {
    message: textIn(problem, 'title') ?? `The service responded with ${response.statusCode}`,
    description: lines.filter((line) => line !== undefined).join('\n'),
    httpCode: String(response.statusCode),
    ...(itemIndex !== undefined && { itemIndex }),
  });
}

/** Returns an n8n error for a request that got no response. */
export function requestError(node: INode, error: unknown, itemIndex?: number): NodeApiError {
  const cause = (error instanceof Error ? error : { message: String(error) }) as JsonObject;
  return new NodeApiError(node, cause, itemIndex === undefined ? {} : { itemIndex });
}
