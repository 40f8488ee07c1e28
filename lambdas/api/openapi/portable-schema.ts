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
    ...(isSchema(properties) && portableMembers(properties, plain['required'])),
    ...(isSchema(items) && { items: portable(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: portable(additionalProperties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(portablePart) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(portablePart) }),
  };
}

/**
 * Returns the properties, and the names of the required ones. Clients made by openapi-generator fail if a
 * required object or enum is null, so those that may be null aren't required, even in responses that always
 * have them.
 */
function portableMembers(properties: JsonSchema, required: unknown): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => [name, portablePart(member)] as const);
  const nullable = new Set(members.flatMap(([name, member]) => (failsIfNull(member) ? [name] : [])));
  return {
    properties: Object.fromEntries(members),
    ...(Array.isArray(required) && {
      required: required.filter((name) => !nullable.has(String(name))),
    }),
  };
}

const failsIfNull = (member: unknown): boolean =>
  isSchema(member) &&
  Array.isArray(member['type']) &&
  member['type'].includes('null') &&
  ('enum' in member || member['type'].includes('object'));

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
