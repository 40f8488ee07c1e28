/** Schemas that have a name in the document, each with a description and an example that fits. */
import type * as z from 'zod';

export interface NamedSchema {
  readonly id: string;
  readonly schema: z.ZodType;
  /** What it is sent as: `input` to the service, `output` by it. */
  readonly io: 'input' | 'output';
  readonly description: string;
  readonly example: unknown;
}

/** A body that clients send. */
export function sent<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.input<Schema>,
): NamedSchema {
  return { id, schema, io: 'input', description, example };
}

/** A body that the service answers with, or a part of one. */
export function answered<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  example: z.output<Schema>,
): NamedSchema {
  return { id, schema, io: 'output', description, example };
}
