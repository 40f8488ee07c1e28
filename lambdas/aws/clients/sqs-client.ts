/** Makes the SQS client of all queues. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';

/** Its middleware is resolved once for each kind of command; what is added later is not run. */
export const sqsClient = (): SQSClient => new SQSClient({ ...callLimits('sqs'), cacheMiddleware: true });

/** For a function that receives messages by itself. */
export const sqsReceiptClient = (): SQSClient => new SQSClient(callLimits('sqsReceipts'));
