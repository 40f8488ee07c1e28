/** Creates the SQS clients. */
import { SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from './call-limits.ts';
import { responseBytes } from './response-bytes.ts';
import { SigningHash } from './signing-hash.ts';

/**
 * Creates the SQS client for most functions. The client caches the middleware of each command type, so
 * middleware that is added later doesn't run.
 */
export const sqsClient = (): SQSClient =>
  new SQSClient({
    ...callLimits('sqs'),
    cacheMiddleware: true,
    sha256: SigningHash,
    streamCollector: responseBytes,
  });

/** Creates the SQS client for functions that receive messages themselves. */
export const sqsReceiptClient = (): SQSClient => new SQSClient(callLimits('sqsReceipts'));
