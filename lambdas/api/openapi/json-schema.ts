/** Converts zod schemas to JSON Schema. Named schemas become references. */
import * as z from 'zod';
import { annotated } from './annotate.ts';
import { portable } from './portable-schema.ts';
import { namedSchemas } from './schemas/named-schemas.ts';
import type { JsonSchema, Reference } from './openapi-types.ts';

/** Direction of the data that a schema describes: `input` for requests, `output` for responses. */
export type Direction = 'input' | 'output';

/** Registry of component names that also provides the metadata attached to schemas. */
class ComponentNames extends z.core.$ZodRegistry<{ id?: string; description?: string }> {
  override get(schema: z.core.$ZodType): { id?: string; description?: string } {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

const names = new ComponentNames();
for (const { id, schema, description } of namedSchemas) names.add(schema, { id, description });

/** Converts a schema to JSON Schema, or to a reference if the schema has a name. */
export function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema | Reference {
  const { $schema: _, $defs: __, ...json } = converted(schema, io);
  return portable(json);
}

/** Returns the JSON Schemas of all named schemas, keyed by name. */
export function schemaComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    namedSchemas.map(({ id, schema, io, example }) => {
      const json = definitions.parse(converted(schema, io)).$defs[id];
      return [id, { ...annotated(id, portable(json ?? {}), example), examples: [example] }];
    }),
  );
}

const definitions = z.object({ $defs: z.record(z.string(), z.record(z.string(), z.unknown())) });

function converted(schema: z.ZodType, io: Direction): Record<string, unknown> {
  const json = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    metadata: names,
    io,
    override: ({ jsonSchema: each }) => simplify(each, io),
  });
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')));
}

/** Removes JSON Schema keywords that readers of the document don't need. */
function simplify(json: z.core.JSONSchema.BaseSchema, io: Direction): void {
  // zod adds safe-integer bounds to every integer schema. Remove them, because they don't describe the API.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // Remove zod's long regular expression, because the `format` keyword already describes these values.
  if (json.format === 'date-time' || json.format === 'email') delete json.pattern;
  // Remove zod's own format `starts_with`, because the schema also has an equivalent pattern.
  if (json.format === 'starts_with') delete json.format;
  if (json.propertyNames !== undefined && isPlainString(json.propertyNames)) delete json.propertyNames;
  // Later versions can add properties to responses, so clients must ignore unknown properties.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
}

function isPlainString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
