/** The document as text, made when the functions are bundled: its function holds no schema and no library. */
import { openApiDocument } from './document.ts';
import { PLACEHOLDERS } from './placeholders.ts';

export const DOCUMENT = JSON.stringify(openApiDocument(PLACEHOLDERS));
