/** Exports the API types by name, for modules that use neither the API client nor browser APIs. */
import type { components } from './api-types.ts';

/** Returns a type from the OpenAPI document by name: `Schema<'Form'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
