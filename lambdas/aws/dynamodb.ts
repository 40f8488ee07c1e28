/** Interprets DynamoDB errors: failed conditions, transaction conflicts and throttling. */
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../core/errors/errors.ts';
import { isThrottling } from './call-errors.ts';
import { retry } from '../core/retry.ts';

export type DocumentClient = DynamoDBDocumentClient;
/** An item in a write transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Returns the parameters that restrict a read to these attributes. Uses placeholders, because attribute names
 * can be reserved words in DynamoDB.
 */
export function projectionOf(attributes: readonly string[]) {
  return {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  };
}

/** Awaits a conditional write. Returns false if its condition isn't met. */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Runs a transaction. Makes up to five attempts if the transaction conflicts with another one or the table is
 * busy. The SDK wouldn't retry, because it treats a canceled transaction as a normal response.
 * @throws TransactionCanceledException when a condition fails
 * @throws Unavailable when the transaction keeps conflicting with others
 */
export async function transact(db: DocumentClient, transaction: TransactWriteCommandInput): Promise<void> {
  try {
    await retry(() => db.send(new TransactWriteCommand(transaction)), {
      attempts: 6,
      firstWaitMs: 40,
      isRetryable: mayPass,
      pause,
    });
  } catch (error) {
    throw mayPass(error) ? new Unavailable(undefined, { cause: error }) : error;
  }
}

/** Cancellation reasons that are worth a retry. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function mayPass(error: unknown): boolean {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const codes = reasons.map(({ Code = '' }) => Code);
  return codes.some((code) => PASSING.includes(code)) && !codes.includes('ConditionalCheckFailed');
}

/**
 * Returns a boolean for each item of a canceled transaction: true if the item's condition failed. Returns
 * undefined for any other error.
 */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}

/**
 * Returns the stored version of the first item in a canceled transaction. The transaction must request it
 * with `ReturnValuesOnConditionCheckFailure`.
 */
export function itemOfFailedCondition(error: unknown): Record<string, unknown> | undefined {
  const Item =
    error instanceof TransactionCanceledException ? error.CancellationReasons?.[0]?.Item : undefined;
  return Item && unmarshall(Item);
}

/**
 * Returns the stored item after a conditional update fails. `item` is undefined if the item doesn't exist or
 * the update didn't request it. Returns undefined for any other error.
 */
export function itemOfFailedUpdate(
  error: unknown,
): { item: Record<string, unknown> | undefined } | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  return { item: error.Item && unmarshall(error.Item) };
}

/** Awaits a transaction. Returns false if the condition of its first item isn't met. */
export async function firstConditionHolds(transaction: Promise<void>): Promise<boolean> {
  try {
    await transaction;
    return true;
  } catch (error) {
    if (failedConditions(error)?.[0] === true) return false;
    throw error;
  }
}

/** Returns true if DynamoDB throttled the call. A throttled call has no effect. */
export function isThrottled(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return cause instanceof DynamoDBServiceException && isThrottling(cause);
}
