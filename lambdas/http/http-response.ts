/** Defines the HTTP responses that operations return, and their formats. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { MessageCatalogue } from '../core/errors/message.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Set-Cookie` values. */
  readonly cookies?: readonly string[];
  /** Response body to send as JSON. */
  readonly body?: unknown;
  /** An HTML page, used instead of `body`. */
  readonly html?: string;
  /** Bytes that are sent unchanged, used instead of `body`. */
  readonly bytes?: Buffer;
}

/** Determines the language and media type of responses. */
export interface ResponseFormat {
  /** Default headers of every response. Headers in a response override them. */
  readonly headers: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** Returns the response for any thrown error. */
  readonly problem: (event: APIGatewayProxyEventV2, thrown: unknown) => HttpResponse | Promise<HttpResponse>;
  /** Returns the messages for values that a schema rejects. Defaults to English messages. */
  readonly messages?: (event: APIGatewayProxyEventV2) => MessageCatalogue;
}
