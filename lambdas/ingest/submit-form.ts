/** `POST /v1/f/{slug}` and the addresses beside it, behind the gateway: the body is part of the event. */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { ingestDeps } from './ingest-deps.ts';
import { postHandler } from './post-handler.ts';

export const handler = postHandler(ingestDeps(documentClient()));
