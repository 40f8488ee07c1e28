/** Converts a function's result in API Gateway's payload format 2.0 to an HTTP response. */

export interface ApiResponse {
  readonly status: number;
  /** Values are lists for headers that occur more than once, such as `set-cookie`. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** Returns a JSON response in the format of API Gateway's own errors. */
export function gatewayMessage(status: number, message: string): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/** Returns API Gateway's response when a function fails or returns an invalid response. */
export const internalServerError = (): ApiResponse => gatewayMessage(500, 'Internal Server Error');

/** Connection headers, which are set by the server instead of the function. */
const HOP_BY_HOP = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Interprets a function's result as an HTTP API with payload format 2.0 does. An object with `statusCode` is
 * the response itself. Anything else is the body of a 200 response with type `application/json`.
 * @returns a 500 response if API Gateway would reject the result
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
