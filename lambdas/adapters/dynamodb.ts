/** The DynamoDB client of all stores, and what its errors mean. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../domain/failures.ts';

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

/** Times that a transaction is tried while others write the same items. */
const MOST_TRIES = 6;

/**
 * Runs a transaction, again when another one was at the same items.
 * @returns for each item whether its condition failed; undefined when everything is written
 * @throws Unavailable when others keep writing the same items
 */
export async function transact(
  db: Documents,
  items: NonNullable<TransactWriteCommandInput['TransactItems']>,
): Promise<boolean[] | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      const failed = failedConditions(error);
      if (failed?.includes(true)) return failed;
      if (!isConflict(error)) throw error;
      if (tries === MOST_TRIES) throw new Unavailable(undefined, { cause: error });
    }
    // Those that met once part by chance.
    await pause(Math.random() * 25 * 2 ** tries);
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict');
}

/** For each item of a cancelled transaction, whether its condition failed; undefined for any other error. */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}

/** Whether the store refused a call because there are too many of them; it did nothing then. */
export function isThrottled(error: unknown): boolean {
  return (
    error instanceof DynamoDBServiceException &&
    ['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'].includes(
      error.name,
    )
  );
}
