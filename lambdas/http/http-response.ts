/** HTTP responses as operations return them, and the format in which clients get them. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A page, in place of `body`. */
  readonly html?: string;
  /** Sent as they are, in place of `body`. */
  readonly bytes?: Buffer;
}

/** In which language and media type clients get responses. */
export interface ResponseFormat {
  /** Headers of every response; the response's own headers replace them. */
  readonly headers: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** The response to anything that was thrown. */
  readonly problem: (event: APIGatewayProxyEventV2, thrown: unknown) => HttpResponse | Promise<HttpResponse>;
  /** The messages about values that a schema refuses; English when absent. */
  readonly issue?: (event: APIGatewayProxyEventV2) => z.core.$ZodErrorMap | undefined;
}
