/**
 * `POST /v1/f/{slug}` and the paths that clients of other backends use. Handles bodies that are small enough
 * for the gateway.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { ingestDeps } from './ingest-deps.ts';
import { postHandler } from './post-handler.ts';

export const handler = postHandler(ingestDeps(documentClient()));
