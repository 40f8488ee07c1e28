/** The HTTP response that a function's result becomes, in API Gateway's payload format 2.0. */

/** A response to the client. */
export interface ApiResponse {
  readonly status: number;
  /** A name may have several values (`set-cookie`). */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** The JSON that API Gateway answers with when it answers itself. */
export function gatewayMessage(status: number, message: string): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/** What API Gateway says when a function failed or gave a response that is none. */
export const internalServerError = (): ApiResponse => gatewayMessage(500, 'Internal Server Error');

/** Headers about the connection, which are the server's business and not the function's. */
const HOP_BY_HOP = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Reads a function's result as an HTTP API does for payload format 2.0: an object with `statusCode` is the response
 * itself; anything else is the body of a 200 with `application/json`.
 * @returns 500 when the response has a form that API Gateway refuses.
 */
export function toApiResponse(payload: string): ApiResponse {
  const result: unknown = JSON.parse(payload);
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) return inferred(result);
  const { statusCode, headers, cookies, body, isBase64Encoded } = result as Record<string, unknown>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return internalServerError();
  if (body !== undefined && body !== null && typeof body !== 'string') return internalServerError();
  const answered: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && value !== undefined && value !== null) answered[lower] = String(value);
  }
  if (Array.isArray(cookies) && cookies.length > 0) answered['set-cookie'] = cookies.map(String);
  const bytes = Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8');
  if (bytes.length > 0) answered['content-type'] ??= 'text/plain; charset=utf-8';
  return { status, headers: answered, body: bytes };
}

function inferred(result: unknown): ApiResponse {
  const body = typeof result === 'string' ? result : JSON.stringify(result);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}
