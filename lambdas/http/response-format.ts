/** In which language and media type an operation's clients get their responses. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { HttpResponse } from './problem-document.ts';

export interface ResponseFormat {
  /** Headers of every response; the response's own headers replace them. */
  readonly headers: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** The response to anything that was thrown. */
  readonly problem: (event: APIGatewayProxyEventV2, thrown: unknown) => HttpResponse;
  /** The messages about values that a schema refuses; English when absent. */
  readonly issue?: (event: APIGatewayProxyEventV2) => z.core.$ZodErrorMap | undefined;
}
