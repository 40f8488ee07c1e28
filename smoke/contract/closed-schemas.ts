/** Changes an OpenAPI document so that validation rejects undocumented properties. */
import * as z from 'zod';
import type { CheckedDocument } from './openapi-document.ts';

const references = z.array(z.looseObject({ $ref: z.string().optional() }));

/**
 * Returns a copy of the document that doesn't allow undocumented properties. The published document allows
 * them for compatibility with future versions. The copy lets tests detect data leaks.
 */
export function closedSchemas(document: CheckedDocument): CheckedDocument {
  const copy = structuredClone(document);
  const extended = targetsOfAllOf(copy);
  walk(copy, '#', (value, pointer) => {
    const isObject = value['type'] === 'object' && value['properties'] !== undefined;
    const isOpen = value['additionalProperties'] === undefined;
    if (isObject && isOpen && !extended.has(pointer)) value['unevaluatedProperties'] = false;
  });
  return copy;
}

/** Finds schemas that other schemas extend with `allOf`. These schemas must allow additional properties. */
function targetsOfAllOf(document: CheckedDocument): Set<string> {
  const targets = new Set<string>();
  walk(document, '#', ({ allOf }) => {
    const { data = [] } = references.safeParse(allOf);
    for (const { $ref } of data) if ($ref !== undefined) targets.add($ref);
  });
  return targets;
}

function walk(
  value: unknown,
  pointer: string,
  visit: (value: Record<string, unknown>, pointer: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, pointer);
  for (const [name, child] of Object.entries(value)) {
    // Skip examples, because they can look like schemas.
    if (name !== 'example' && name !== 'examples') walk(child, `${pointer}/${name}`, visit);
  }
}
