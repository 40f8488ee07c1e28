/**
 * Erases the data found by a confirmed data request. This is the only function with permission to delete old
 * versions of files.
 */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { s3Client } from '../../aws/clients/s3-client.ts';
import { sqsHandler } from '../../aws/event-sources/sqs-handler.ts';
import { readEnvironment } from '../../environment.ts';
import { dataRequestMessage, type DataRequestMessage } from '../data-request.ts';
import { dataRequestQueue } from '../data-request-queue.ts';
import { BATCH_MS, workOnRequest } from '../work-on-request.ts';
import { erasingDeps } from './erase-deps.ts';

const environment = readEnvironment('ERASURES_QUEUE_URL');
const work = workOnRequest({
  ...erasingDeps(documentClient(), s3Client()),
  queue: dataRequestQueue(environment.ERASURES_QUEUE_URL),
});

export const handler = sqsHandler({
  message: dataRequestMessage,
  handle(message: DataRequestMessage) {
    const until = Date.now() + BATCH_MS;
    return work(message, () => Date.now() >= until);
  },
});
