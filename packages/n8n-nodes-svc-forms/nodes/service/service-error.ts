/** Turns what the service answers to a refused request, a problem document (RFC 7807), into n8n's error. */
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { isRecord, textIn } from './unknown-value.ts';

/** A response that n8n's request function threw: of axios directly, or as the cause of n8n's own error. */
export interface ThrownResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** The response to a request that failed; undefined when none came. */
export function thrownResponse(error: unknown): ThrownResponse | undefined {
  for (const thrown of [error, isRecord(error) ? error['cause'] : undefined]) {
    const response = isRecord(thrown) ? thrown['response'] : undefined;
    if (!isRecord(response)) continue;
    const { status, headers, data } = response;
    return {
      status: typeof status === 'number' ? status : undefined,
      headers: isRecord(headers) ? headers : {},
      data: jsonOf(data),
    };
  }
  return undefined;
}

/** A body that was asked for as bytes may be JSON all the same: that of a problem. */
function jsonOf(data: unknown): unknown {
  const bytes = data instanceof ArrayBuffer ? Buffer.from(data) : data;
  if (typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) return data;
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The error that n8n shows: the title of the problem, its detail with one line for each field that is wrong, and the id
 * under which the service logged the request. What is no problem document stays n8n's own error.
 */
export function serviceError(node: INode, error: unknown, itemIndex?: number): NodeApiError {
  const options = itemIndex === undefined ? {} : { itemIndex };
  const response = thrownResponse(error);
  return textIn(response?.data, 'title') !== undefined && response
    ? problemError(node, response, options)
    : new NodeApiError(node, asJsonObject(error), options);
}

/** The same of a response that holds a problem document. */
export function problemError(
  node: INode,
  response: ThrownResponse,
  options: { itemIndex?: number } = {},
): NodeApiError {
  return new NodeApiError(node, response.data as JsonObject, {
    ...options,
    message: textIn(response.data, 'title') ?? 'The service refused the request',
    description: describe(response),
    httpCode: String(response.status ?? ''),
  });
}

function describe({ data, headers }: ThrownResponse): string {
  const errors = isRecord(data) && Array.isArray(data['errors']) ? (data['errors'] as unknown[]) : [];
  const requestId = headers['x-request-id'];
  return [
    textIn(data, 'detail'),
    ...errors.map((each) => `${textIn(each, 'path') ?? ''}: ${textIn(each, 'message') ?? ''}`),
    typeof requestId === 'string' ? `Request ${requestId}` : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** Errors are what n8n's constructor takes; of anything else it gets the text. */
function asJsonObject(error: unknown): JsonObject {
  return (error instanceof Error ? error : { message: String(error) }) as JsonObject;
}
