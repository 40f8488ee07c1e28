/** Makes the DynamoDB client of all stores; one for a function. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLimits } from './call-limits.ts';
import type { DocumentClient } from '../dynamodb.ts';
import { resolvedOnce, signedByOne } from './resolved-once.ts';
import { responseBytes } from './response-bytes.ts';
import { SigningHash } from './signing-hash.ts';
import { unavailableInOutages } from '../outage.ts';
import { tellingOfThrottling } from '../throttled-calls.ts';

/**
 * What the SDK does for each call although nobody reads it: a list of its own features, a log that has no logger, and a trace
 * by which Lambda finds loops, which DynamoDB does not pass on.
 */
const UNREAD = ['getUserAgentMiddleware', 'loggerMiddleware', 'recursionDetectionMiddleware'];

/** Its calls throw `Unavailable` when the service is down, too slow or throttles; throttling is logged. */
export function documentClient(): DocumentClient {
  const settings = { ...callLimits('dynamodb'), sha256: SigningHash, streamCollector: responseBytes };
  const client = tellingOfThrottling(signedByOne(new DynamoDBClient(settings)));
  for (const name of UNREAD) client.middlewareStack.remove(name);
  const documents = DynamoDBDocumentClient.from(unavailableInOutages(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return resolvedOnce(documents);
}
