/** Lists all named schemas. */
import { agentSchemas } from './agent-schemas.ts';
import { eventSchemas } from './event-schemas.ts';
import { localizedSchemas } from './localized-schemas.ts';
import { dataRequestSchemas } from './data-request-schemas.ts';
import { importSchemas } from './import-schemas.ts';
import { formSchemas } from './form-schemas.ts';
import { keySchemas } from './key-schemas.ts';
import { appSchemas } from './app-schemas.ts';
import { auditSchemas } from './audit-schemas.ts';
import { peopleSchemas } from './people-schemas.ts';
import { replySchemas } from './reply-schemas.ts';
import { serviceSchemas } from './service-schemas.ts';
import { submissionSchemas } from './submission-schemas.ts';
import { webhookSchemas } from './webhook-schemas.ts';

/** All named schemas. Unnamed schemas are inlined where they are used and have no example. */
export const namedSchemas = [
  ...formSchemas,
  ...submissionSchemas,
  ...dataRequestSchemas,
  ...importSchemas,
  ...replySchemas,
  ...webhookSchemas,
  ...eventSchemas,
  ...keySchemas,
  ...appSchemas,
  ...auditSchemas,
  ...peopleSchemas,
  ...agentSchemas,
  ...localizedSchemas,
  ...serviceSchemas,
];
