/** Describes the tools for agents at build time, so that functions don't convert schemas during startup. */
import * as z from 'zod';
import { tools } from './tools.ts';

type Json = z.core.JSONSchema.JSONSchema;

/**
 * Replaces each list of types, such as `["string", "null"]`, with `anyOf`, because some agents only accept
 * schemas with a single type.
 */
function withSingleTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSingleTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { type, description, ...rest } = value as Record<string, unknown>;
  const inner = Object.entries(rest).map(([name, part]) => [name, withSingleTypes(part)]);
  const others = Object.fromEntries(inner) as object;
  const text = description === undefined ? {} : { description };
  if (!Array.isArray(type))
    return { ...(type !== undefined && { type: withSingleTypes(type) }), ...text, ...others };
  const branches = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...others }));
  return { ...text, anyOf: branches };
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  withSingleTypes(z.toJSONSchema(schema, { io })) as Json;

/** The tools as `tools/list` returns them. */
export const TOOL_LIST = tools.map(({ name, title, description, hints, input, output }) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input(), 'input'),
  outputSchema: schemaOf(output(), 'output'),
  annotations: { title, ...hints },
}));
