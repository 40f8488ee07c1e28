/** The OpenAPI document as text, made when the functions are bundled, so that its function needs no schema or library. */
import { openApiDocument } from './document.ts';
import { PLACEHOLDERS } from './placeholders.ts';

export const DOCUMENT = JSON.stringify(openApiDocument(PLACEHOLDERS));
