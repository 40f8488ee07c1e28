/** Prepares the document for tests: a response contains what is documented and nothing else. */
import type { OpenApiDocument } from '../../../lambdas/api/openapi/openapi-types.ts';

type Json = Record<string, any>;

/**
 * Returns a copy in which no object may have undocumented members. The published document allows them so that
 * the service can grow, but a test must notice leaks.
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

/** Schemas that others extend can't be closed themselves. */
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
    // Examples aren't schemas, even if they look similar.
    if (name !== 'example' && name !== 'examples') walk(child, `${pointer}/${name}`, visit);
  }
}
