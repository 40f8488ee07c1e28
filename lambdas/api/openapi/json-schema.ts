/** Converts zod schemas to JSON Schema, and named schemas to references. */
import * as z from 'zod';
import { annotated } from './annotate.ts';
import { namedSchemas } from './schemas/named-schemas.ts';
import type { JsonSchema, Reference } from './openapi-types.ts';

/** Whether a schema describes requests or responses. */
export type Direction = 'input' | 'output';

/** Registry of component names. It also reads the metadata that schemas carry themselves. */
class ComponentNames extends z.core.$ZodRegistry<{ id?: string; description?: string }> {
  override get(schema: z.core.$ZodType): { id?: string; description?: string } {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

const names = new ComponentNames();
for (const { id, schema, description } of namedSchemas) names.add(schema, { id, description });

/** Converts a schema to JSON Schema, or to a reference if it has a name. */
export function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema | Reference {
  const { $schema: _, $defs: __, ...json } = converted(schema, io);
  return json;
}

/** Returns all named schemas by name. */
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

/** Removes keywords that don't help a reader of the document. */
function simplify(json: z.core.JSONSchema.BaseSchema, io: Direction): void {
  // All JSON integers are within these bounds.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // The format is equivalent to zod's long regular expression.
  if (json.format === 'date-time' || json.format === 'email') delete json.pattern;
  // This format is specific to zod, and there is already an equivalent pattern.
  if (json.format === 'starts_with') delete json.format;
  if (json.propertyNames !== undefined && isPlainString(json.propertyNames)) delete json.propertyNames;
  // Responses may gain members, which clients must ignore.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
}

function isPlainString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
