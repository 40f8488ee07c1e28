/**
 * Rewrites JSON Schemas so that client generators compile them. JSON Schema allows unions of types; most
 * languages don't.
 */
import type { JsonSchema } from './openapi-types.ts';

/** Returns the schema with all of its parts rewritten. */
export function portable(schema: JsonSchema): JsonSchema {
  const plain = simplified(schema);
  const { properties, items, additionalProperties, anyOf, oneOf } = plain;
  return {
    ...plain,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, portablePart(member)]),
      ),
    }),
    ...(isSchema(items) && { items: portable(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: portable(additionalProperties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(portablePart) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(portablePart) }),
  };
}

const portablePart = (part: unknown): unknown => (isSchema(part) ? portable(part) : part);

function simplified(schema: JsonSchema): JsonSchema {
  const { anyOf, type, const: constant, pattern: _, ...rest } = schema;
  if (Array.isArray(anyOf)) return withoutUnion(schema, anyOf.filter(isSchema));
  if (Array.isArray(type) && type.filter((each) => each !== 'null').length > 1) return rest;
  if (typeof constant === 'boolean') return { ...rest, type };
  return schema['format'] === 'date' ? { ...rest, type } : schema;
}

/**
 * Turns a nullable schema into one schema whose types include `null`, and a union of simple types into a
 * schema without a type. Keeps all other unions.
 */
function withoutUnion(schema: JsonSchema, variants: readonly JsonSchema[]): JsonSchema {
  const { anyOf: _, ...rest } = schema;
  const [only, second] = variants.filter(({ type }) => type !== 'null');
  if (only && second === undefined && variants.length === 2 && typeof only['type'] === 'string')
    return simplified({ ...only, ...rest, type: [only['type'], 'null'], ...nullableValues(only) });
  return variants.every(({ type }) => SIMPLE.includes(String(type))) ? rest : schema;
}

const SIMPLE = ['boolean', 'integer', 'number', 'string'];

/** Adds null to the values of an enum. */
function nullableValues({ enum: values }: JsonSchema): JsonSchema {
  return Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
