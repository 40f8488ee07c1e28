/** Creates the JSON Schema of forms files, which editors use for completion and validation. */
import * as z from 'zod';
import { formsFile } from './file-schema.ts';
import { mayHaveVariables } from './variables.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON Schema, in the version that the YAML language server supports. */
export function formsFileSchema(): Json {
  const schema = z.toJSONSchema(formsFile, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return { ...inFile(schema, []), title: 'Forms as code (forms.yaml)' };
}

/**
 * Adds the values that the file accepts in addition to the API's: null for the default value, and variables.
 */
function inFile(schema: unknown, path: readonly string[]): Json {
  if (!isJson(schema)) return {};
  const { properties, additionalProperties, items, anyOf, ...rest } = schema;
  const required = Array.isArray(rest['required']) ? rest['required'] : [];
  const result: Json = {
    ...rest,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => {
          const member = inFile(each, [...path, name]);
          return [name, path.length < 2 || required.includes(name) ? member : orNull(member)];
        }),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isJson(additionalProperties)
        ? inFile(additionalProperties, [...path, '*'])
        : additionalProperties,
    }),
    ...(items !== undefined && { items: inFile(items, path) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((each) => inFile(each, path)) }),
  };
  const isLimited = 'pattern' in rest || 'format' in rest || 'maxLength' in rest;
  return rest['type'] === 'string' && isLimited && mayHaveVariables(path)
    ? { anyOf: [result, { type: 'string', pattern: String.raw`\$\{` }] }
    : result;
}

function orNull(schema: Json): Json {
  const variants: unknown[] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  if (variants.some((each) => isJson(each) && each['type'] === 'null')) return schema;
  if (variants.length > 0) return { ...schema, anyOf: [...variants, { type: 'null' }] };
  const { description, ...rest } = schema;
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] };
}
