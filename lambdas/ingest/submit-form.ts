/**
 * Handles `POST /v1/f/{slug}` and the paths used by clients of other form backends, for request bodies small
 * enough for API Gateway.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { ingestDeps } from './ingest-deps.ts';
import { postHandler } from './post-handler.ts';

export const handler = postHandler(ingestDeps(documentClient()));
