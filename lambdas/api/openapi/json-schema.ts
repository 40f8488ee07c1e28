/** Converts zod schemas to JSON Schema, named ones to references to components. */
import * as z from 'zod';
import { annotated } from './annotate.ts';
import { namedSchemas } from './schemas/named-schemas.ts';
import type { JsonSchema, Reference } from './openapi-types.ts';

/** Whether a schema describes what clients send or what the service responds. */
export type Direction = 'input' | 'output';

/** The registry of component names, which also reads the metadata that schemas carry themselves. */
class ComponentNames extends z.core.$ZodRegistry<{ id?: string; description?: string }> {
  override get(schema: z.core.$ZodType): { id?: string; description?: string } {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

const names = new ComponentNames();
for (const { id, schema, description } of namedSchemas) names.add(schema, { id, description });

/** The schema as JSON Schema; a reference when it has a name. */
export function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema | Reference {
  const { $schema: _, $defs: __, ...json } = converted(schema, io);
  return json;
}

/** Every named schema, by its name. */
export function schemaComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    namedSchemas.map(({ id, schema, io, example }) => {
      const json = definitions.parse(converted(schema, io)).$defs[id];
      return [id, { ...annotated(id, json ?? {}, example), examples: [example] }];
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

/** Removes what tells a reader of the document nothing. */
function simplify(json: z.core.JSONSchema.BaseSchema, io: Direction): void {
  // Every integer of JSON is within these.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // The format says the same as zod's long regular expressions.
  if (json.format === 'date-time' || json.format === 'email') delete json.pattern;
  // This format is zod's own; there is a pattern that says the same.
  if (json.format === 'starts_with') delete json.format;
  if (json.propertyNames !== undefined && isPlainString(json.propertyNames)) delete json.propertyNames;
  // Responses may gain members, which clients must ignore.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
}

function isPlainString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
