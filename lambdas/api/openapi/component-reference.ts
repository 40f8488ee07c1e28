/** Creates references to components of the OpenAPI document. */
import type { Reference } from './openapi-types.ts';

/** Returns a reference to a component. */
export function componentRef(kind: 'schemas' | 'responses' | 'headers', id: string): Reference {
  return { $ref: `#/components/${kind}/${id}` };
}
