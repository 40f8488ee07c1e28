import { eventSchemas } from './events.ts';
import { entrySchemas } from './entries.ts';
import { formSchemas } from './forms.ts';
import { keySchemas } from './keys.ts';
import { serviceSchemas } from './service.ts';
import { submissionSchemas } from './submissions.ts';
import { webhookSchemas } from './webhooks.ts';

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
