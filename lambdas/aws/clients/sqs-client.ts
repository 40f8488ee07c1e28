/** Makes the SQS client of all queues. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';

export const sqsClient = (): SQSClient => new SQSClient(callLimits('sqs'));
