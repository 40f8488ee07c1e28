/** The DynamoDB client of all stores, and what its errors mean. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
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

const CONFLICT_TRIES = 6;

/**
 * Runs a transaction; one that another on the same items got in the way of is tried again, a little later each
 * time. The SDK does not: to it a cancelled transaction is an answer.
 * @throws TransactionCanceledException when a condition fails
 * @throws Unavailable when others are always in the way
 */
export async function transact(db: Documents, transaction: TransactWriteCommandInput): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.send(new TransactWriteCommand(transaction));
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === CONFLICT_TRIES) throw new Unavailable(undefined, { cause: error });
      await pause(20 * 2 ** tries * (0.5 + Math.random() / 2));
    }
  }
}

function isConflict(error: unknown): boolean {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const codes = reasons.map(({ Code }) => Code);
  return codes.includes('TransactionConflict') && !codes.includes('ConditionalCheckFailed');
}

/** For each item of a cancelled transaction, whether its condition failed; undefined for any other error. */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}
