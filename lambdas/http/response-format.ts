/** How a handler speaks to whoever calls it. One without a voice speaks English and JSON. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { HttpResponse } from './problem-document.ts';

export interface ResponseFormat {
  /** Headers of every answer, over which the answer's own ones go. */
  readonly headers: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** The answer for anything that was thrown. */
  readonly failure: (event: APIGatewayProxyEventV2, thrown: unknown) => HttpResponse;
  /** What is said of values that a schema refuses. */
  readonly issue?: (event: APIGatewayProxyEventV2) => z.core.$ZodErrorMap | undefined;
}
