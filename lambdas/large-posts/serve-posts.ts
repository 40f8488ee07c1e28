/**
 * Starts the streaming function, which receives form submissions of up to 100 MB. Lambda provides the address
 * to listen on.
 */
import { tmpdir } from 'node:os';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { verifierOfStage } from '../http/edge-verifier.ts';
import { ingestDeps } from '../ingest/ingest-deps.ts';
import { DiskSpace } from './disk-space.ts';
import { frontHandler, receivedThroughEdge } from './front-handler.ts';
import { postServer } from './post-server.ts';

const environment = readEnvironment(
  'AWS_LAMBDA_HTTP_ENDPOINT',
  'BASE_URL',
  'MAX_POST_BYTES',
  'POST_DISK_BYTES',
);

const verifyEdge = verifierOfStage();
const server = postServer(
  {
    maxBytes: environment.MAX_POST_BYTES,
    space: new DiskSpace(environment.POST_DISK_BYTES),
    folder: tmpdir(),
    waitMs: 30_000,
    idleMs: 60_000,
    receiveMs: 300_000,
    isReceived: receivedThroughEdge(readIfGiven('EDGE_ONLY') === true, verifyEdge),
  },
  frontHandler({
    ingest: ingestDeps(documentClient()),
    baseUrl: environment.BASE_URL,
    verifyEdge,
    now: Date.now,
  }),
);
const { hostname, port } = new URL(`http://${environment.AWS_LAMBDA_HTTP_ENDPOINT}`);
await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
