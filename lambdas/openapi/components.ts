import type { Reference } from './shape.ts';

/** A component of the document, where it is used. */
export function componentRef(kind: 'schemas' | 'responses' | 'headers', id: string): Reference {
  return { $ref: `#/components/${kind}/${id}` };
}
