/** Prepares the OpenAPI document for tests, so that responses may only contain documented properties. */
import type { OpenApiDocument } from '../../../lambdas/api/openapi/openapi-types.ts';

type Json = Record<string, any>;

/**
 * Returns a copy of the document in which objects can't have undocumented properties. The published document
 * allows them so that the API can grow, but tests must detect data leaks.
 */
export function closedSchemas(document: OpenApiDocument): Json {
  const copy = structuredClone(document) as Json;
  const extended = targetsOfAllOf(copy);
  walk(copy, '#', (value, pointer) => {
    const isObject = value['type'] === 'object' && value['properties'] !== undefined;
    const isOpen = value['additionalProperties'] === undefined;
    if (isObject && isOpen && !extended.has(pointer)) value['unevaluatedProperties'] = false;
  });
  return copy;
}

/** Finds schemas that other schemas extend with `allOf`. These schemas must allow additional properties. */
function targetsOfAllOf(document: Json): Set<string> {
  const targets = new Set<string>();
  walk(document, '#', ({ allOf }) => {
    if (Array.isArray(allOf)) for (const { $ref } of allOf) targets.add($ref);
  });
  return targets;
}

function walk(value: unknown, pointer: string, visit: (value: Json, pointer: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value, pointer);
  for (const [name, child] of Object.entries(value)) {
    // Skips examples, which can look like schemas.
    if (name !== 'example' && name !== 'examples') walk(child, `${pointer}/${name}`, visit);
  }
}
