/** A schema that is a component of the document, with its description and example. */
import type * as z from 'zod';

export interface NamedSchema {
  readonly id: string;
  readonly schema: z.ZodType;
  /** `input` for requests, `output` for responses. */
  readonly io: 'input' | 'output';
  readonly description: string;
  readonly example: unknown;
}

/** Names the schema of a request body. */
export function requestSchema<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.input<Schema>,
): NamedSchema {
  return { id, schema, io: 'input', description, example };
}

/** Names the schema of a response body or of a part of one. */
export function responseSchema<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.output<Schema>,
): NamedSchema {
  return { id, schema, io: 'output', description, example };
}
