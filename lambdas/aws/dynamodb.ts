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
import { isThrottlingError } from '@smithy/core/retry';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../core/errors.ts';
import { unavailableInOutages } from './outage.ts';

/**
 * A call ends within about five seconds: three tries of a second and a half. The longest chain of calls of one request
 * so stays inside the gateway's 30 s.
 */
const CALL_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
};

export type DocumentClient = DynamoDBDocumentClient;

/** The client; one for a function. */
export function documentClient(): DocumentClient {
  return DynamoDBDocumentClient.from(unavailableInOutages(new DynamoDBClient(CALL_LIMITS)), {
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
 * Runs a transaction; one that another on the same items got in the way of, or a busy table, is tried again, a
 * little later each time. The SDK does not: to it a cancelled transaction is an answer.
 * @throws TransactionCanceledException when a condition fails
 * @throws Unavailable when others are always in the way
 */
export async function transact(db: DocumentClient, transaction: TransactWriteCommandInput): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.send(new TransactWriteCommand(transaction));
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (tries === CONFLICT_TRIES) throw new Unavailable(undefined, { cause: error });
      await pause(20 * 2 ** tries * (0.5 + Math.random() / 2));
    }
  }
}

/** Why a transaction was cancelled that may go through a moment later. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function mayPass(error: unknown): boolean {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const codes = reasons.map(({ Code = '' }) => Code);
  return codes.some((code) => PASSING.includes(code)) && !codes.includes('ConditionalCheckFailed');
}

/** For each item of a cancelled transaction, whether its condition failed; undefined for any other error. */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}

/** Whether the store refused a call because there are too many of them; it did nothing then. */
export function isThrottled(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return (
    cause instanceof DynamoDBServiceException &&
    isThrottlingError(cause as Parameters<typeof isThrottlingError>[0])
  );
}
