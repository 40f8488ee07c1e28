/** Sends a POST request in pieces over HTTP/1.1, with headers that `fetch` can't send. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Contract } from './contract/contract.ts';

/** Some firewalls block requests without a user agent. */
const USER_AGENT = 'svc-forms-smoke';

export interface StreamedPost {
  readonly headers: OutgoingHttpHeaders;
  /** The request body in pieces. Their sizes must add up to the content length. */
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly signal: AbortSignal;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True if the server responded with "100 Continue". */
  readonly isContinued: boolean;
}

/**
 * Sends the pieces and returns the response. Stops sending when the response arrives. With an `Expect`
 * header, waits for "100 Continue" before sending the body.
 */
export async function streamedPost(
  url: string,
  { headers, pieces, signal }: StreamedPost,
): Promise<StreamedAnswer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const request = send(url, { method: 'POST', headers: { 'user-agent': USER_AGENT, ...headers }, signal });
  const responding = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  let isContinued = false as boolean;
  // A server that rejects a body can close the connection before the whole body has been sent.
  request.on('error', () => undefined);
  if (headers['expect'] !== undefined) {
    request.flushHeaders();
    await Promise.race([once(request, 'continue').then(() => void (isContinued = true)), responding]);
  }
  if (headers['expect'] === undefined || isContinued) {
    const source = Readable.from(pieces);
    // Ignore this error. The signal also aborts the request, which reports the failure.
    source.on('error', () => undefined);
    responding.finally(() => source.destroy()).catch(() => undefined);
    source.pipe(request);
  }
  const [response] = await responding;
  const body = await buffer(response);
  request.destroy();
  const single = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(single),
    body,
    isContinued,
  };
}

const gatewayError = z.strictObject({ message: z.string() });

/** Returns true if API Gateway sent the response without forwarding the request to the service. */
export function isFromGateway({ headers, body }: StreamedAnswer): boolean {
  if (headers['x-request-id'] !== undefined) return false;
  try {
    return gatewayError.safeParse(JSON.parse(body.toString())).success;
  } catch {
    return false;
  }
}

/** Validates the response to a form submission against the OpenAPI document. */
export function checkStreamed(
  contract: Contract,
  url: string,
  contentType: string,
  answer: StreamedAnswer,
): void {
  contract.checkAnswer({
    method: 'POST',
    path: new URL(url).pathname,
    requestBody: { contentType, text: '' },
    ...answer,
  });
}

const BOUNDARY = 'svc-smoke-boundary-7f3a9c';

/** Returns a multipart body that contains one file, and the request headers for it. */
export function multipartFile(
  field: string,
  name: string,
  bytes: Buffer,
): { headers: OutgoingHttpHeaders; body: Buffer } {
  const body = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
      accept: 'application/json',
    },
    body,
  };
}
