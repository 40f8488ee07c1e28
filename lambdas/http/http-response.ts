/** HTTP responses as operations return them, and the format in which clients receive them. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { MessageCatalogue } from '../core/message.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A page, instead of `body`. */
  readonly html?: string;
  /** Sent unchanged, instead of `body`. */
  readonly bytes?: Buffer;
}

/** The language and media type of responses. */
export interface ResponseFormat {
  /** Headers of every response. A response's own headers override them. */
  readonly headers: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** Returns the response to any thrown error. */
  readonly problem: (event: APIGatewayProxyEventV2, thrown: unknown) => HttpResponse | Promise<HttpResponse>;
  /** Returns the messages for values that a schema rejects. Defaults to English. */
  readonly messages?: (event: APIGatewayProxyEventV2) => MessageCatalogue;
}
