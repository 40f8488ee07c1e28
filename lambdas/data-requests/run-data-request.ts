/**
 * Processes data requests: searches, packs an export's ZIP file, and deletes the remaining data of canceled
 * requests. Passes confirmed erasures on to the function that erases data.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';
import { readEnvironment } from '../environment.ts';
import { dataRequestMessage, type DataRequestMessage } from './data-request.ts';
import { dataRequestDeps } from './data-request-deps.ts';
import { dataRequestQueue } from './data-request-queue.ts';
import { BATCH_MS, workOnRequest } from './work-on-request.ts';

const environment = readEnvironment('DATA_REQUESTS_QUEUE_URL', 'ERASURES_QUEUE_URL');
const work = workOnRequest({
  ...dataRequestDeps(documentClient(), s3Client()),
  queue: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
  handOver: dataRequestQueue(environment.ERASURES_QUEUE_URL).send,
});

export const handler = sqsHandler({
  message: dataRequestMessage,
  handle(message: DataRequestMessage) {
    const until = Date.now() + BATCH_MS;
    return work(message, () => Date.now() >= until);
  },
});
