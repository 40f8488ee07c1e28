/**
 * Serializes the OpenAPI document at bundle time, so that the function that serves it contains no schemas or
 * libraries.
 */
import { openApiDocument } from './document.ts';
import { PLACEHOLDERS } from './placeholders.ts';

export const DOCUMENT = JSON.stringify(openApiDocument(PLACEHOLDERS));
