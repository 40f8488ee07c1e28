/** Processes data requests: searches, packs the ZIP file of an export, or performs a confirmed erasure. */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';
import { SECOND } from '../core/clock.ts';
import { readEnvironment } from '../environment.ts';
import { dataRequestMessage, type DataRequestMessage } from './data-request.ts';
import { dataRequestDeps } from './data-request-deps.ts';
import { dataRequestQueue } from './data-request-queue.ts';
import { workOnRequest } from './work-on-request.ts';

/** Time after which a batch starts no new work, in milliseconds. */
const BATCH_MS = 25 * SECOND;

const environment = readEnvironment('DATA_REQUESTS_QUEUE_URL');
const work = workOnRequest({
  ...dataRequestDeps(documentClient(), s3Client()),
  queue: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
});

export const handler = sqsHandler({
  message: dataRequestMessage,
  handle(message: DataRequestMessage) {
    const until = Date.now() + BATCH_MS;
    return work(message, () => Date.now() >= until);
  },
});
