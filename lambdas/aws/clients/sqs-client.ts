/** Makes the SQS client of all queues. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';

export const sqsClient = (): SQSClient => new SQSClient(callLimits('sqs'));

/** For a function that receives messages by itself. */
export const sqsReceiptClient = (): SQSClient => new SQSClient(callLimits('sqsReceipts'));
