/** Adds descriptions, formats and examples to the properties of a component's schema. */
import * as z from 'zod';
import type { JsonSchema } from './openapi-types.ts';
import { memberNote } from './schemas/member-notes.ts';

/**
 * Returns the schema with documentation added.
 * @param example the component's example, which provides an example for each property
 */
export function annotated(component: string, schema: JsonSchema, example: unknown): JsonSchema {
  return withMembers(schema, [], example);

  function withMembers(json: JsonSchema, path: readonly string[], value: unknown): JsonSchema {
    const { properties, items, anyOf, oneOf } = json;
    const each = (schemas: readonly unknown[]): unknown[] =>
      schemas.map((one) => (isSchema(one) ? withMembers(one, path, value) : one));
    const isArray = isSchema(items);
    return {
      ...json,
      ...(isSchema(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [
            name,
            isSchema(member) ? described(member, [...path, name], valueOf(value, name)) : member,
          ]),
        ),
      }),
      ...(isArray && { items: withMembers(items, path, itemOf(value)) }),
      ...(Array.isArray(anyOf) && { anyOf: each(anyOf) }),
      ...(Array.isArray(oneOf) && { oneOf: each(oneOf) }),
    };
  }

  function described(json: JsonSchema, path: readonly string[], value: unknown): JsonSchema {
    // Return references unchanged, because many code generators ignore properties next to `$ref`.
    if ('$ref' in json) return json;
    const note = memberNote(component, path.join('.'));
    // If the schema is a union, the component's example might show a different variant with a value
    // that isn't valid here.
    const isOwn = !Array.isArray(json['enum']) || json['enum'].includes(value);
    const shown = value === undefined ? note?.example : isOwn ? value : (json['enum'] as unknown[])[0];
    const takesFormat = isText(json) && !('const' in json) && !('enum' in json);
    return {
      ...withMembers(json, path, value),
      ...(note && !('description' in json) && { description: note.description }),
      ...(takesFormat && note?.format !== undefined && !('format' in json) && { format: note.format }),
      ...(takesFormat && note?.pattern !== undefined && !('pattern' in json) && { pattern: note.pattern }),
      ...(shown !== undefined && !('const' in json) && { examples: [shown] }),
    };
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = ({ type }: JsonSchema): boolean =>
  type === 'string' || (Array.isArray(type) && type.includes('string'));

const object = z.record(z.string(), z.unknown());

function valueOf(of: unknown, name: string): unknown {
  return object.safeParse(of).data?.[name];
}

/** Merges the objects in an example list into one object with all of their properties. */
function itemOf(value: unknown): unknown {
  const items = z.array(z.unknown()).catch([]).parse(value);
  return Object.assign({}, ...items.flatMap((item) => object.safeParse(item).data ?? []).toReversed());
}
