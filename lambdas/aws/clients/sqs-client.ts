/** Makes the SQS client of all queues. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';
import { responseBytes } from './response-bytes.ts';
import { SigningHash } from './signing-hash.ts';

/** Its middleware is resolved once for each kind of command; what is added later is not run. */
export const sqsClient = (): SQSClient =>
  new SQSClient({
    ...callLimits('sqs'),
    cacheMiddleware: true,
    sha256: SigningHash,
    streamCollector: responseBytes,
  });

/** For a function that receives messages by itself. */
export const sqsReceiptClient = (): SQSClient => new SQSClient(callLimits('sqsReceipts'));
