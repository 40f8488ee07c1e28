/** Turns what the service answers to a request that it refuses, a problem document (RFC 7807), into n8n's error. */
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { isRecord, recordsIn, textIn } from './unknown-value.ts';

/** A response as n8n's request function returns it in full. */
export interface ServiceResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The JSON of a body that was asked for as bytes, which a problem is all the same. */
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
 * The error that n8n shows: the title of the problem, its detail with one line for each field that is wrong, and the id
 * under which the service logged the request.
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

/** The error when no response came. */
export function requestError(node: INode, error: unknown, itemIndex?: number): NodeApiError {
  const cause = (error instanceof Error ? error : { message: String(error) }) as JsonObject;
  return new NodeApiError(node, cause, itemIndex === undefined ? {} : { itemIndex });
}
