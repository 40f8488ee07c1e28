/** Makes the DynamoDB client of all stores; one for a function. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLimits } from './call-limits.ts';
import type { DocumentClient } from '../dynamodb.ts';
import { unavailableInOutages } from '../outage.ts';
import { tellingOfThrottling } from '../throttled-calls.ts';

/** Its calls throw `Unavailable` when the service is down, too slow or throttles; throttling is logged. */
export function documentClient(): DocumentClient {
  const client = tellingOfThrottling(new DynamoDBClient(callLimits('dynamodb')));
  return DynamoDBDocumentClient.from(unavailableInOutages(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
