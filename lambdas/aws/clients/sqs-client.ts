/** Creates the SQS client of all queues. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';
import { responseBytes } from './response-bytes.ts';
import { SigningHash } from './signing-hash.ts';

/** The middleware is resolved once per kind of command. Middleware that is added later doesn't run. */
export const sqsClient = (): SQSClient =>
  new SQSClient({
    ...callLimits('sqs'),
    cacheMiddleware: true,
    sha256: SigningHash,
    streamCollector: responseBytes,
  });

/** Creates the client for a function that receives messages itself. */
export const sqsReceiptClient = (): SQSClient => new SQSClient(callLimits('sqsReceipts'));
