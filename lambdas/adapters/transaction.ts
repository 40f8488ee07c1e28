/** Writes that happen together or not at all. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../domain/failures.ts';
import type { Documents } from './dynamodb.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

const TRIES = 6;

/**
 * Writes the items; when conditions fail, nothing is written and each item's failure is told. Meeting another
 * transaction on an item is no failure: who meets it tries again.
 * @throws Unavailable when the items are never free
 */
export async function transact(db: Documents, TransactItems: Items): Promise<boolean[] | undefined> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
      if (codes.includes('ConditionalCheckFailed'))
        return codes.map((code) => code === 'ConditionalCheckFailed');
      if (!codes.includes('TransactionConflict')) throw error;
      await pause(Math.random() * 25 * 2 ** tries);
    }
  }
  throw new Unavailable();
}
