/** The DynamoDB client of all stores, and what its errors mean. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * A call ends within about six seconds: three tries of two seconds. The longest chain of calls of one request
 * so stays inside the gateway's 30 s.
 */
const CALL_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
};

export type Documents = DynamoDBDocumentClient;

/** The client; one for a function. */
export function dynamoDocuments(): Documents {
  return DynamoDBDocumentClient.from(new DynamoDBClient(CALL_LIMITS), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** Runs a conditional write; false when its condition does not hold. */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** For each item of a cancelled transaction, whether its condition failed; undefined for any other error. */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}
