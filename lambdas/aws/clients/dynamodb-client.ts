/** Makes the DynamoDB client of all stores; one for a function. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLimits } from './call-limits.ts';
import type { DocumentClient } from '../dynamodb.ts';
import { unavailableInOutages } from '../outage.ts';

/** Its calls throw `Unavailable` when the service is down, too slow or throttles. */
export function documentClient(): DocumentClient {
  return DynamoDBDocumentClient.from(unavailableInOutages(new DynamoDBClient(callLimits('dynamodb'))), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
