/** References to the components of the document. */
import type { Reference } from './openapi-types.ts';

/** A component of the document, where it is used. */
export function componentRef(kind: 'schemas' | 'responses' | 'headers', id: string): Reference {
  return { $ref: `#/components/${kind}/${id}` };
}
