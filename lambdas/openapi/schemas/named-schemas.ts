/** The list of all named schemas. */
import { eventSchemas } from './event-schemas.ts';
import { entrySchemas } from './localized-schemas.ts';
import { formSchemas } from './form-schemas.ts';
import { keySchemas } from './key-schemas.ts';
import { serviceSchemas } from './service-schemas.ts';
import { submissionSchemas } from './submission-schemas.ts';
import { webhookSchemas } from './webhook-schemas.ts';

/** Every schema that has a name. One without a name stands where it is used, and has no example. */
export const namedSchemas = [
  ...formSchemas,
  ...submissionSchemas,
  ...webhookSchemas,
  ...eventSchemas,
  ...keySchemas,
  ...entrySchemas,
  ...serviceSchemas,
];
