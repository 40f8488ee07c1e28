/** Exports the API types by name, for files that need neither the client nor a browser. */
import type { components } from './api-types.ts';

/** `Schema<'Form'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
