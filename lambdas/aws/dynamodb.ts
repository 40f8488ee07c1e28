/** Interprets DynamoDB's errors: failed conditions, conflicting transactions, throttling. */
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
import { Unavailable } from '../core/errors.ts';
import { isThrottling } from './call-errors.ts';
import { retry } from '../core/retry.ts';

export type DocumentClient = DynamoDBDocumentClient;

/**
 * Returns the parameters of a read that needs only these attributes. Their names may be reserved words of
 * DynamoDB.
 */
export function projectionOf(attributes: readonly string[]) {
  return {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  };
}

/** Runs a conditional write. Returns false if its condition doesn't hold. */
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
 * Runs a transaction. If it conflicts with another one or the table is busy, it is tried up to five times.
 * The SDK doesn't retry it, because it treats a canceled transaction as a normal response.
 * @throws TransactionCanceledException when a condition fails
 * @throws Unavailable when it keeps conflicting with others
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

/** Reasons for cancellation after which the same transaction may succeed a moment later. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function mayPass(error: unknown): boolean {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const codes = reasons.map(({ Code = '' }) => Code);
  return codes.some((code) => PASSING.includes(code)) && !codes.includes('ConditionalCheckFailed');
}

/**
 * Returns for each item of a canceled transaction whether its condition failed; undefined for any other
 * error.
 */
export function failedConditions(error: unknown): boolean[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return error.CancellationReasons?.map(({ Code }) => Code === 'ConditionalCheckFailed');
}

/** Returns the stored version of a canceled transaction's first item, if the transaction requested it. */
export function itemOfFailedCondition(error: unknown): Record<string, unknown> | undefined {
  const Item =
    error instanceof TransactionCanceledException ? error.CancellationReasons?.[0]?.Item : undefined;
  return Item && unmarshall(Item);
}

/**
 * Returns the item that a conditional update didn't change, if the update requested it; undefined for any
 * other error. `item` is undefined if there is none.
 */
export function itemOfFailedUpdate(
  error: unknown,
): { item: Record<string, unknown> | undefined } | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  return { item: error.Item && unmarshall(error.Item) };
}

/** Waits for a transaction. Returns false if the condition of its first item doesn't hold. */
export async function firstConditionHolds(transaction: Promise<void>): Promise<boolean> {
  try {
    await transaction;
    return true;
  } catch (error) {
    if (failedConditions(error)?.[0] === true) return false;
    throw error;
  }
}

/** Whether the store refused a call because there are too many. It has then done nothing. */
export function isThrottled(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return cause instanceof DynamoDBServiceException && isThrottling(cause);
}
