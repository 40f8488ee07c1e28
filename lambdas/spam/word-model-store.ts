/** Stores forms' word models (Counters table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import {
  trainModel,
  isModelReady,
  noWordModel,
  packedCounts,
  unpackedCounts,
  type Lesson,
  type WordModel,
} from './word-model.ts';

const WORD_MODEL = 'words#';
export const wordModelKey = (formId: string): string => `${WORD_MODEL}${formId}`;

const item = z.object({
  spam_marks: z.int(),
  good_marks: z.int(),
  counts: z.instanceof(Uint8Array),
  version: z.int(),
});

/**
 * Returns the word model in a table item. Returns undefined if there is none, or if it isn't sufficiently
 * trained.
 */
export function readyModel(stored: Record<string, unknown> | undefined): WordModel | undefined {
  const read = item.optional().parse(stored);
  if (!read) return undefined;
  const marks = { spam: read.spam_marks, good: read.good_marks };
  return isModelReady(marks) ? { marks, counts: unpackedCounts(read.counts) } : undefined;
}

/**
 * Creates a function that returns how many submissions a form's word model has learned for each label.
 * Uses an eventually consistent read.
 */
export function learnedMarksReader(db: DocumentClient, table: string) {
  return async (formId: string): Promise<WordModel['marks']> => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { counter: wordModelKey(formId) },
        ProjectionExpression: 'spam_marks, good_marks',
      }),
    );
    const read = item.pick({ spam_marks: true, good_marks: true }).optional().parse(Item);
    return { spam: read?.spam_marks ?? 0, good: read?.good_marks ?? 0 };
  };
}

/**
 * Returns the write that updates the word model in a transaction. Its condition fails if the model has
 * changed since it was read. Put the write in the transaction that counts the stream record, so that the
 * model learns from each record only once.
 */
export async function modelUpdate(
  db: DocumentClient,
  table: string,
  formId: string,
  lessons: readonly Lesson[],
) {
  const Key = { counter: wordModelKey(formId) };
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  const read = item.optional().parse(Item);
  const before = read
    ? {
        marks: { spam: read.spam_marks, good: read.good_marks },
        counts: unpackedCounts(read.counts),
      }
    : noWordModel();
  const after = trainModel(before, lessons);
  return {
    Update: {
      TableName: table,
      Key,
      UpdateExpression: 'SET spam_marks = :spam, good_marks = :good, #counts = :counts, version = :next',
      ConditionExpression: read ? 'version = :version' : 'attribute_not_exists(version)',
      ExpressionAttributeNames: { '#counts': 'counts' },
      ExpressionAttributeValues: {
        ':spam': after.marks.spam,
        ':good': after.marks.good,
        ':counts': packedCounts(after),
        ':next': (read?.version ?? 0) + 1,
        ...(read && { ':version': read.version }),
      },
    },
  };
}
