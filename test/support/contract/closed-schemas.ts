/** The document as tests read it: an answer holds what is documented and nothing else. */
import type { OpenApiDocument } from '../../../lambdas/api/openapi/openapi-types.ts';

type Json = Record<string, any>;

/**
 * A copy in which no object may have a member that is not documented. The published document leaves that open, so
 * that the service can grow; a test must notice what leaks.
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

/** Schemas that others extend cannot be closed themselves. */
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
    // Examples are no schemas, whatever they look like.
    if (name !== 'example' && name !== 'examples') walk(child, `${pointer}/${name}`, visit);
  }
}
