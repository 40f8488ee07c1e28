/** What DynamoDB's errors mean: conditions that fail, transactions in each other's way, throttling. */
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

/** What a read asks for that wants these attributes only. A name may be one of DynamoDB's reserved words. */
export function projectionOf(attributes: readonly string[]) {
  return {
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  };
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

/**
 * Runs a transaction; one that met another on the same items, or a busy table, is tried again up to five times. The SDK
 * does not do that: to it a cancelled transaction is a response.
 * @throws TransactionCanceledException when a condition fails
 * @throws Unavailable when others are always in the way
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

/** The first item of a cancelled transaction as it is stored, where the transaction asked for it. */
export function itemOfFailedCondition(error: unknown): Record<string, unknown> | undefined {
  const Item =
    error instanceof TransactionCanceledException ? error.CancellationReasons?.[0]?.Item : undefined;
  return Item && unmarshall(Item);
}

/**
 * The item that a conditional update did not change, where the update asked for it; undefined for any other error. `item` is
 * undefined when there is none.
 */
export function itemOfFailedUpdate(
  error: unknown,
): { item: Record<string, unknown> | undefined } | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  return { item: error.Item && unmarshall(error.Item) };
}

/** Waits for a transaction; false when the condition of its first item does not hold. */
export async function firstConditionHolds(transaction: Promise<void>): Promise<boolean> {
  try {
    await transaction;
    return true;
  } catch (error) {
    if (failedConditions(error)?.[0] === true) return false;
    throw error;
  }
}

/** Whether the store refused a call because there are too many of them; it did nothing then. */
export function isThrottled(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return cause instanceof DynamoDBServiceException && isThrottling(cause);
}
