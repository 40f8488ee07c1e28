/** Defines named schemas, which become components of the document with a description and an example. */
import type * as z from 'zod';

export interface NamedSchema {
  readonly id: string;
  readonly schema: z.ZodType;
  /** `input` for requests, `output` for responses. */
  readonly io: 'input' | 'output';
  readonly description: string;
  readonly example: unknown;
}

/** Defines a named schema for a request body. */
export function requestSchema<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.input<Schema>,
): NamedSchema {
  return { id, schema, io: 'input', description, example };
}

/** Defines a named schema for a response body or part of it. */
export function responseSchema<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.output<Schema>,
): NamedSchema {
  return { id, schema, io: 'output', description, example };
}
